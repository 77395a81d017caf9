extension HTMLResources {
    /// The style sheet: the fonts of the system, the colors that the reader prefers, and no decoration.
    ///
    /// Every color of a severity has a contrast of at least 4.5 to its background, and a word beside it.
    static let styleText: StaticString = #"""
        :root {
          color-scheme: light dark;
          --paper: #fff; --panel: #f6f7f9; --ink: #1b1d21; --soft: #59606b; --line: #dfe2e7; --link: #1d4f91;
          --breaking: #b3231a; --breaking-bg: #fdebe9; --warning: #855200; --warning-bg: #fdf1dc;
          --info: #4a5260; --info-bg: #e9ecf1; --ok: #1d6a36; --ok-bg: #e3f3e7; --done: #5d9c73;
          --rest: #e4e7ec;
          --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono",
            monospace;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #141619; --panel: #1c1f23; --ink: #e4e6ea; --soft: #a2a9b4; --line: #32363d;
            --link: #93bdf7; --breaking: #ff9a90; --breaking-bg: #43201d; --warning: #f0bd66;
            --warning-bg: #3d2e12; --info: #b3bac5; --info-bg: #262a31; --ok: #84cc98; --ok-bg: #17301e;
            --done: #5fa377; --rest: #2a2e35;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 4.5rem; }
        body {
          margin: 0; background: var(--paper); color: var(--ink);
          font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif;
        }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        code, pre, kbd { font-family: var(--mono); font-size: .9em; }
        code, li, td, th, p, h1, h3, b { unicode-bidi: isolate; overflow-wrap: anywhere; }
        p, ul, pre, h3 { margin: 0; }
        ul { padding: 0; list-style: none; }
        h2 { margin: 0 0 .5rem; font-size: 1.05rem; }
        .skip { position: absolute; left: -99em; }
        .skip:focus { left: 1rem; top: .5rem; z-index: 2; background: var(--paper); padding: .25rem .5rem; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        [hidden] { display: none !important; }
        .note, .brand, .lead, .keys, #shown, #help { color: var(--soft); font-size: .93em; }
        .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }

        .top, main, footer { max-width: 82rem; margin: 0 auto; padding: 0 1.75rem; }
        .top { padding-top: 1.25rem; }
        .brand b { color: var(--ink); }
        h1 { margin: .15rem 0 .2rem; font-size: 1.75rem; line-height: 1.25; }
        h1.breaking { color: var(--breaking); }
        h1.ok { color: var(--ok); }
        h1.unknown, h1.warning { color: var(--warning); }
        .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .6rem;
          margin: .9rem 0 0; }
        .tiles li { border: 1px solid var(--line); border-left: 5px solid var(--ok); border-radius: 7px;
          padding: .4rem .8rem; }
        .tiles li > p:first-child { display: flex; flex-wrap: wrap; justify-content: space-between;
          gap: 0 1rem; }
        .tiles .verdict { font-weight: 600; color: var(--ok); white-space: nowrap; }
        .tiles .breaking { border-left-color: var(--breaking); }
        .tiles .warning { border-left-color: var(--warning); }
        .tiles .breaking .verdict { color: var(--breaking); }
        .tiles .warning .verdict { color: var(--warning); }
        .severity { font-weight: 600; white-space: nowrap; }
        .severity.breaking { color: var(--breaking); }
        .severity.warning { color: var(--warning); }
        .severity.info { color: var(--info); }
        .severity.off { color: var(--soft); }

        #filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem;
          align-items: center;
          margin: .6rem 0 0; padding: .5rem 0; background: var(--paper); }
        #filter input { flex: 1 1 16rem; min-width: 8rem; }
        input, button { font: inherit; color: inherit; background: var(--panel);
          border: 1px solid var(--line);
          border-radius: 6px; padding: .3rem .7rem; }
        input { border-color: var(--soft); }
        button { cursor: pointer; }
        button[aria-pressed=true] { border-color: currentColor; font-weight: 600; }
        #help { flex-basis: 100%; }
        #nothing { padding: 1.5rem 0; }
        kbd { border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 .35em; }

        .cause { border: 1px solid var(--line); border-radius: 7px; margin: 0 0 .4rem; }
        .cause:target { outline: 2px solid var(--link); }
        .cause > summary { display: grid; grid-template-columns: 6.2rem minmax(0, 1fr) auto; gap: .2rem .9rem;
          align-items: baseline; padding: .45rem .9rem; cursor: pointer; list-style: none;
          border-radius: 7px; }
        .cause > summary::-webkit-details-marker { display: none; }
        .cause > summary:hover, .cause[open] > summary { background: var(--panel); }
        .cause[open] > summary { border-bottom: 1px solid var(--line); border-radius: 7px 7px 0 0; }
        .what code { font-weight: 600; }
        .where { display: block; color: var(--soft); font-size: .93em; }
        .count { color: var(--soft); font-size: .93em; text-align: right; }
        .panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); }
        .panels section { padding: .5rem .9rem .6rem; min-width: 0; border-bottom: 1px solid var(--line); }
        .panels section + section { border-left: 1px solid var(--line); }
        .panels h3 { margin-bottom: .3rem; font-size: .93em; font-weight: 600; color: var(--soft); }
        .panels h3 code { font-weight: 400; }
        pre { line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
        pre code { font-size: inherit; }
        .panels .note { margin-top: .35rem; }
        .line { display: grid; grid-template-columns: 3.4em minmax(0, 1fr); }
        .line .number { color: var(--soft); padding-right: .9em; user-select: none; }
        mark { background: var(--info-bg); color: inherit; font-weight: 600; text-decoration: underline 2px;
          text-underline-offset: .2em; }
        .breaking mark { background: var(--breaking-bg); text-decoration-color: var(--breaking); }
        .warning mark { background: var(--warning-bg); text-decoration-color: var(--warning); }
        del, ins { text-decoration: none; display: inline-block; max-width: 100%; }
        del { background: var(--breaking-bg); color: var(--breaking); }
        ins { background: var(--ok-bg); color: var(--ok); }
        .fix { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .3rem 1.5rem;
          align-items: baseline;
          padding: .5rem .9rem; }
        .fix .note { margin-left: auto; }
        .permalink { font-family: var(--mono); color: var(--soft); text-decoration: none; }
        .permalink:hover { text-decoration: underline; }
        .copy { margin-left: .35rem; padding: 0 .5rem; font-size: .85em; }
        details details > summary { cursor: pointer; color: var(--link); width: fit-content; }
        .cause > details { padding: 0 .9rem .45rem; }
        .cause > .message { float: right; }
        .cause > .message[open] { float: none; }
        .message pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--panel); border-radius: 6px; }
        .findings > ul > li { padding: .45rem 0; border-top: 1px solid var(--line); }
        .findings > ul > li:target { background: var(--panel); }
        .similar { padding-left: 1.2rem; list-style: disc; font-size: .93em; }
        .problems li { border-left: 3px solid var(--warning); padding: .3rem 0 .3rem 1rem;
          margin-bottom: .8rem; }
        .problems h3 { font-size: 1rem; }

        .overview { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem;
          align-items: start; margin-top: 1.2rem; }
        .overview section { border: 1px solid var(--line); border-radius: 7px; padding: .7rem .9rem;
          min-width: 0; }
        .overview section + section { margin-top: 1rem; }
        .overview section > details { margin-top: .3rem; }
        .overview section > details > summary { cursor: pointer; color: var(--link); width: fit-content; }
        .scroll { overflow: auto; max-height: 31rem; position: relative; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .15rem .75rem .15rem 0; text-align: left; font-weight: 400; }
        .heat { border-collapse: separate; border-spacing: 2px; width: 100%; font-size: .87em; }
        .heat th, .heat td { padding: 0 .2rem; line-height: 1.35; white-space: nowrap; }
        .heat thead th { position: sticky; top: 0; background: var(--paper); color: var(--soft);
          text-align: center; }
        .heat .group th { font-weight: 600; padding-top: .25rem; }
        .heat td { text-align: center; border-radius: 3px; background: var(--panel); min-width: 1.9rem; }
        .heat td.ok, .legend .ok { background: var(--ok-bg); color: var(--ok); }
        .heat td.missing { color: var(--soft); }
        .heat td.breaking { background: var(--breaking); }
        .heat td.warning { background: var(--warning); }
        .heat td a { display: block; color: var(--paper); font-weight: 600; text-decoration: none; }
        .legend span { padding: 0 .4rem; border-radius: 3px; background: var(--panel); margin-left: .5rem; }
        .legend span:first-child { margin-left: 0; }
        svg { display: block; }
        .bars li, .lanes li { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr) 6.5rem; gap: .8rem;
          align-items: center; padding: .1rem 0; }
        .lanes li { grid-template-columns: 12rem minmax(0, 1fr); }
        .bars .number { color: var(--soft); }
        .bar { width: 100%; height: .55rem; border-radius: 4px; }
        .rest { fill: var(--rest); }
        .done { fill: var(--done); }
        .lane { width: 100%; height: 16px; }
        circle { stroke: var(--paper); stroke-width: 1.5; }
        circle.ok { fill: var(--ok); }
        circle.breaking { fill: var(--breaking); }
        circle.warning { fill: var(--warning); }
        circle.info, circle.off { fill: var(--info); }
        .axis { display: flex; justify-content: space-between; padding-left: 12.8rem; color: var(--soft);
          font-size: .87em; }
        #drift h3 { margin-top: .5rem; font-size: 1em; }
        .gaps { margin: .2rem 0 .6rem; padding-left: 1.2rem; list-style: disc; font-size: .93em; }
        .gaps code { color: var(--soft); }
        footer { padding-top: 1.2rem; padding-bottom: 1.5rem; color: var(--soft); font-size: .87em; }

        @media (max-width: 48rem) {
          .top, main, footer { padding-left: .9rem; padding-right: .9rem; }
          h1 { font-size: 1.35rem; }
          .overview { grid-template-columns: minmax(0, 1fr); }
          .tiles { grid-template-columns: 1fr 1fr; }
          .cause > summary { grid-template-columns: minmax(0, 1fr) auto; }
          .what { grid-column: 1 / -1; grid-row: 2; }
          .panels section + section { border-left: 0; }
          .cause > .message { float: none; }
          .keys { display: none; }
          #filter { gap: .3rem; }
          #filter input { flex-basis: 100%; }
          .heat { font-size: .8em; border-spacing: 1px; }
          .heat td { min-width: 1.7rem; }
          .bars li { grid-template-columns: 5.5rem minmax(0, 1fr) 5.5rem; }
          .lanes li { grid-template-columns: minmax(0, 1fr); gap: 0; }
          .axis { padding-left: 0; }
        }
        @media print {
          :root {
            --paper: #fff; --panel: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000;
            --breaking: #8c1009; --warning: #6b4200; --info: #333; --ok: #1d5730;
            --breaking-bg: #fff; --warning-bg: #fff; --ok-bg: #fff; --info-bg: #fff; --done: #777;
            --rest: #e5e5e5;
          }
          body { font-size: 10pt; }
          #filter, .copy, .skip { display: none !important; }
          .tiles li, .cause > summary, .panels section, tr, li { break-inside: avoid; }
          .scroll { overflow: visible; max-height: none; }
          details::details-content { display: block; content-visibility: visible; height: auto; }
          .heat td.breaking, .heat td.warning, svg { print-color-adjust: exact; }
        }
        """#
}
