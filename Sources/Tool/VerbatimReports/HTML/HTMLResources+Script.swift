extension HTMLResources {
    /// Filters the entries, copies links to them, and opens what is printed.
    ///
    /// It adds nothing that is not in the document: without it, everything is shown. It puts no text of the
    /// document into markup.
    static let scriptText: StaticString = #"""
        "use strict";
        (() => {
          const form = document.getElementById("filter");
          const list = document.getElementById("list");
          if (!form || !list) return;
          const entries = [...list.children].map((element) => ({ element, text: null }));
          const shown = document.getElementById("shown");
          let timer = 0;
          const words = (entry) => (entry.text ??= entry.element.textContent.toLowerCase());
          const apply = () => {
            const sought = form.words.value.toLowerCase().split(/\s+/).filter(Boolean);
            const severities = new Set(
              [...form.querySelectorAll("[name=severity]:checked")].map((box) => box.value));
            const api = form.api.value;
            let count = 0;
            for (const entry of entries) {
              const data = entry.element.dataset;
              const fits = severities.has(data.severity) && (!api || data.api === api)
                && sought.every((word) => words(entry).includes(word));
              entry.element.hidden = !fits;
              if (fits) count += 1;
            }
            shown.textContent = `${count} of ${entries.length} entries`;
          };
          const reveal = () => {
            const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
            if (!target) return;
            if (target.matches("details")) target.open = true;
            const entry = target.closest("article");
            if (!entry || !entry.hidden) return;
            form.reset();
            apply();
            entry.scrollIntoView();
          };
          form.hidden = false;
          form.addEventListener("submit", (event) => event.preventDefault());
          form.addEventListener("input", () => {
            clearTimeout(timer);
            timer = setTimeout(apply, 120);
          });
          addEventListener("hashchange", reveal);
          apply();
          reveal();

          list.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const step = { j: 1, k: -1 }[event.key];
            const current = event.target.closest("article");
            if (!step || !current) return;
            const visible = [...list.children].filter((element) => !element.hidden);
            visible[visible.indexOf(current) + step]?.focus();
          });

          for (const { element } of entries) {
            const link = element.querySelector(".permalink");
            if (!navigator.clipboard || !link) break;
            const button = document.createElement("button");
            button.type = "button";
            button.className = "copy";
            button.textContent = "Copy link";
            button.addEventListener("click", async () => {
              try {
                await navigator.clipboard.writeText(link.href);
                button.textContent = "Copied";
              } catch {
                location.hash = link.hash;
                button.textContent = "See the address";
              }
              setTimeout(() => { button.textContent = "Copy link"; }, 2000);
            });
            link.after(button);
          }

          let opened = [];
          addEventListener("beforeprint", () => {
            opened = [...document.querySelectorAll("details:not([open])")];
            for (const details of opened) details.open = true;
          });
          addEventListener("afterprint", () => {
            for (const details of opened) details.open = false;
          });
        })();
        """#
}
