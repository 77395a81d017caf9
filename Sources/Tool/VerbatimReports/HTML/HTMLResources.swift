import Foundation

/// The parts of every HTML document that are constant.
///
/// They are source code rather than files, so that the tool remains one executable.
enum HTMLResources {
    /// - Parameters:
    ///   - rules: The rules of style that only this kind of document needs.
    ///   - body: The header, the part with the id `content`, and the footer.
    static func document(title: String, rules: StaticString = "", _ body: HTML) -> HTML {
        var style = HTML(constant: styleText)
        style += HTML(constant: rules)
        let script = HTML(constant: scriptText)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy(style, script))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <link rel="icon" href="data:,">
            <title>\(title)</title>
            <style>\(style)</style>
            </head>
            <body>
            <a class="skip" href="#content">Skip to the content</a>
            \(body)
            <script>\(script)</script>
            </body>
            </html>

            """
    }

    /// Returns the form that the script shows, by which the rows of a list are filtered.
    static func filter(
        _ rows: String, example: String, count: Int, _ pills: [HTML], opens: String, _ help: HTML
    ) -> HTML {
        """
        <form id="filter" role="search" aria-label="Filter" hidden>
        <input type="search" name="q" autocomplete="off" aria-label="Filter the \(rows)" \
        placeholder="Filter: \(example)">
        <button type="button" value="" aria-pressed="true">All \(count)</button>
        \(pills)<p id="shown" role="status"></p>
        <p class="keys"><kbd>/</kbd> filter <kbd>j</kbd> <kbd>k</kbd> move <kbd>o</kbd> \(opens) \
        <kbd>?</kbd> help</p>
        <p id="help" hidden>\(help)</p>
        </form>

        """
    }

    /// The content security policy: nothing is loaded, and only this style and this script apply.
    ///
    /// https://www.w3.org/TR/CSP3/#grammardef-hash-source
    private static func policy(_ style: HTML, _ script: HTML) -> String {
        "default-src 'none'; img-src data:; style-src '\(hash(style))'; "
            + "script-src '\(hash(script))'; base-uri 'none'; form-action 'none'"
    }

    private static func hash(_ content: HTML) -> String {
        "sha256-" + Data(SHA256.hash(content.text.utf8)).base64EncodedString()
    }
}

/// The hash function SHA-256, by which a policy of an HTML document names the script that may run.
///
/// https://csrc.nist.gov/pubs/fips/180-4/upd1/final, section 6.2. It is for the short constants of reports:
/// it keeps no secret and is not written for speed.
struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]

    /// Returns the hash of bytes: 32 bytes.
    static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var message = Array(bytes)
        let length = UInt64(message.count) * 8
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        message += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: length >> $0) }
        var hash = SHA256()
        for start in stride(from: 0, to: message.count, by: 64) { hash.add(message[start..<start + 64]) }
        return hash.state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    private mutating func add(_ block: ArraySlice<UInt8>) {
        let words = schedule(block)
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for (word, constant) in zip(words, Self.constants) {
            let sum1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
            let first = h &+ sum1 &+ ((e & f) ^ (~e & g)) &+ constant &+ word
            let sum0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
            let second = sum0 &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        state = zip(state, [a, b, c, d, e, f, g, h]).map { $0 &+ $1 }
    }

    private func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
        let start = block.startIndex
        var words = (0..<16).map { word in
            block[start + word * 4..<start + word * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let sigma0 = early.rotated(7) ^ early.rotated(18) ^ early >> 3
            let sigma1 = late.rotated(17) ^ late.rotated(19) ^ late >> 10
            words.append(words[index - 16] &+ sigma0 &+ words[index - 7] &+ sigma1)
        }
        return words
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}

extension UInt32 {
    fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}

extension HTMLResources {
    /// Filters the rows of a list, moves by key, copies fixes and links, and opens what is printed. A row is
    /// a cause, or a link to the part of the document that shows a request.
    ///
    /// It adds nothing that is not in the document: without it, everything is shown. It puts no text of the
    /// document into markup.
    static let scriptText: StaticString = #"""
        "use strict";
        (() => {
          let opened = [];
          addEventListener("beforeprint", () => {
            opened = [...document.querySelectorAll("details:not([open])")];
            for (const details of opened) details.open = true;
          });
          addEventListener("afterprint", () => {
            for (const details of opened) details.open = false;
          });

          for (const element of navigator.clipboard ? document.querySelectorAll(".copied, .permalink") : []) {
            const button = document.createElement("button");
            const name = element.matches(".permalink") ? "Copy link" : "Copy";
            button.type = "button";
            button.className = "copy";
            button.textContent = name;
            button.addEventListener("click", async () => {
              try {
                await navigator.clipboard.writeText(element.href ?? element.textContent);
                button.textContent = "Copied";
              } catch {
                getSelection().selectAllChildren(element);
                button.textContent = "Selected";
              }
              setTimeout(() => { button.textContent = name; }, 2000);
            });
            element.after(button);
          }

          const form = document.getElementById("filter");
          const list = document.getElementById("list");
          if (!form || !list) return;
          const rows = [...list.querySelectorAll("[data-is]")].map((element) => {
            const link = element.querySelector(":scope > a");
            const part = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
            return { element, link, part, text: null };
          });
          const shown = document.getElementById("shown");
          const nothing = document.getElementById("nothing");
          const pills = [...form.querySelectorAll("button[value]")];
          let timer = 0;
          const text = (row) => (row.text ??=
            `${row.element.textContent} ${row.part?.textContent ?? ""}`.toLowerCase());
          const fits = (row, word) => {
            const [, key, value] = /^(is|api|rule):(.*)$/.exec(word) ?? [];
            const part = key ? (row.element.dataset[key] ?? "").toLowerCase() : text(row);
            return part.includes(value ?? word);
          };
          const apply = (keepsAddress) => {
            const query = form.q.value.trim();
            const words = query.toLowerCase().split(/\s+/).filter(Boolean);
            let count = 0;
            for (const row of rows) {
              row.element.hidden = !words.every((word) => fits(row, word));
              if (!row.element.hidden) count += 1;
            }
            shown.textContent = query ? `${count} of ${rows.length}` : "";
            nothing.hidden = count > 0;
            const is = words.find((word) => word.startsWith("is:")) ?? "";
            for (const pill of pills) pill.ariaPressed = String(pill.value === is);
            if (keepsAddress) return;
            const address = new URL(location.href);
            if (query) address.searchParams.set("q", query); else address.searchParams.delete("q");
            try { history.replaceState(null, "", address); } catch { /* Not every viewer has an address. */ }
          };
          const seek = (query) => { form.q.value = query; apply(); };
          const reveal = () => {
            const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
            for (const { link, part } of rows) if (link) link.ariaCurrent = part === target ? "true" : null;
            if (!target) return;
            const row = target.closest("[data-is]") ?? rows.find((row) => row.part === target)?.element;
            if (row?.hidden) seek("");
            row?.scrollIntoView({ block: "nearest" });
            for (let part = target; part; part = part.parentElement) {
              if (part.matches("details")) part.open = true;
            }
            target.scrollIntoView();
          };
          form.hidden = false;
          form.addEventListener("submit", (event) => event.preventDefault());
          form.addEventListener("input", () => {
            clearTimeout(timer);
            timer = setTimeout(apply, 120);
          });
          for (const pill of pills) {
            pill.addEventListener("click", () => {
              const others = form.q.value.split(/\s+/).filter((word) => !word.startsWith("is:"));
              const is = pill.ariaPressed === "true" ? "" : pill.value;
              seek([is, ...others].filter(Boolean).join(" "));
            });
          }
          nothing.querySelector("button").addEventListener("click", () => { seek(""); form.q.focus(); });
          addEventListener("hashchange", reveal);
          form.q.value = new URLSearchParams(location.search).get("q") ?? "";
          apply(true);
          reveal();

          addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.target === form.q) {
              if (event.key === "Escape") { seek(""); form.q.blur(); }
              return;
            }
            const visible = rows.filter((row) => !row.element.hidden);
            const focused = document.activeElement?.closest("[data-is]");
            const current = visible.findIndex((row) => focused ? row.element === focused : row.link?.ariaCurrent);
            if (event.key === "/") form.q.focus();
            else if (event.key === "?") document.getElementById("help").toggleAttribute("hidden");
            else if (event.key === "j" || event.key === "k") {
              const next = event.key === "j" ? current + 1 : Math.max(0, current - 1);
              const row = visible[next];
              (row?.link ?? row?.element.querySelector("summary"))?.focus();
              row?.link?.click();
            } else if (event.key === "o" && (current >= 0 || rows[0]?.part)) {
              const { part, element } = visible[current] ?? rows[0];
              const folds = part ? [...part.querySelectorAll(".json details")] : [element];
              const open = folds.some((fold) => !fold.open);
              for (const fold of folds) fold.open = open;
            } else return;
            event.preventDefault();
          });
        })();
        """#
}
