extension HTMLResources {
    /// The style sheet: the fonts of the system, the colors that the reader prefers, and no decoration.
    ///
    /// Every color of a severity has a contrast of at least 4.5 to its background, and a word beside it.
    static let styleText: StaticString = #"""
        :root {
          color-scheme: light dark;
          --paper: #fff; --panel: #f6f7f9; --ink: #1b1d21; --soft: #59606b; --line: #dcdfe4; --link: #1d4f91;
          --breaking: #b3231a; --breaking-bg: #fdebe9; --warning: #855200; --warning-bg: #fdf1dc;
          --info: #2c5a9c; --info-bg: #e9f0fa; --ok: #23693a; --done: #4d8d63; --rest: #dfe2e7;
          --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #141619; --panel: #1c1f23; --ink: #e4e6ea; --soft: #a2a9b4; --line: #32363d;
            --link: #93bdf7; --breaking: #ff9a90; --breaking-bg: #43201d; --warning: #f0bd66;
            --warning-bg: #3d2e12; --info: #93bdf7; --info-bg: #1d2d45; --ok: #84cc98; --done: #5fa377;
            --rest: #343941;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 1rem; }
        body {
          margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif;
        }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
        code, pre { font-family: var(--mono); font-size: .88em; }
        code, h3, li, td, th, figure p { unicode-bidi: isolate; overflow-wrap: anywhere; }
        .skip { position: absolute; left: -99em; }
        .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        thead.hidden { display: table-header-group; }

        .top, .page, footer { max-width: 82rem; margin: 0 auto; padding: 0 2rem; }
        .top { padding-top: 2rem; }
        .brand { margin: 0; color: var(--soft); }
        .brand b { color: var(--ink); }
        .brand time { margin-left: .75rem; }
        h1 { margin: .25rem 0 .35rem; font-size: 1.9rem; line-height: 1.2; font-weight: 600; }
        .verdict.breaking { color: var(--breaking); }
        .verdict.ok { color: var(--ok); }
        .verdict.unknown { color: var(--warning); }
        h1 .verdict { margin-right: .35rem; }
        .lead { margin: 0 0 1rem; color: var(--soft); }
        .tiles { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; margin: 0; padding: 0;
          list-style: none; }
        .tiles b { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
        .tiles .zero b { color: var(--soft); font-weight: 400; }
        .severity { font-weight: 600; white-space: nowrap; }
        .severity > span { font-size: .8em; }
        .severity.breaking { color: var(--breaking); }
        .severity.warning { color: var(--warning); }
        .severity.info { color: var(--info); }
        .severity.off { color: var(--soft); }

        nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 1rem 0;
          list-style: none; }
        nav li { white-space: nowrap; }
        nav span { color: var(--soft); font-size: .87em; }
        @media (min-width: 70rem) {
          .page { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 2.5rem; }
          nav ul {
            display: block; position: sticky; top: 0; padding: 1.6rem 0; border-top: 1px solid var(--line);
            margin-top: 1.6rem;
          }
          nav li { margin-bottom: .55rem; white-space: normal; line-height: 1.35; }
          nav span { display: block; }
        }
        section { padding: .5rem 0 1.5rem; }
        h2 { margin: 1rem 0 .5rem; font-size: 1.3rem; font-weight: 600; border-top: 1px solid var(--line);
          padding-top: .9rem; }
        h3 { margin: 1.5rem 0 .5rem; font-size: 1.05rem; font-weight: 600; }
        p { margin: .4rem 0 .8rem; max-width: 46rem; }
        .note, .empty { color: var(--soft); }

        .scroll { overflow-x: auto; margin: 0 0 .75rem; }
        table { border-collapse: collapse; width: 100%; font-size: .93em;
          font-variant-numeric: tabular-nums; }
        th, td { padding: .3rem .75rem .3rem 0; text-align: left; vertical-align: baseline;
          font-weight: 400; }
        thead th { color: var(--soft); font-size: .93em; border-bottom: 1px solid var(--line);
          white-space: nowrap; }
        tbody tr + tr > * { border-top: 1px solid var(--line); }
        .number { text-align: right; white-space: nowrap; }
        th.number, td.number { padding-right: 1rem; }
        .path { color: var(--soft); font-size: .92em; }
        .none { color: var(--soft); }
        .group th { font-weight: 600; padding-top: 1rem; }
        .cell { white-space: nowrap; padding: .3rem .5rem; }
        td.cell.ok { color: var(--ok); }
        td.breaking { background: var(--breaking-bg); }
        td.warning { background: var(--warning-bg); }
        td.info { background: var(--info-bg); }
        td.breaking a, span.breaking { color: var(--breaking); }
        td.warning a, span.warning { color: var(--warning); }
        td.info a, span.info { color: var(--info); }
        .matrix td, .matrix th { padding-top: .15rem; padding-bottom: .15rem; }
        .matrix .path { display: block; }
        .matrix [rowspan] { min-width: 14rem; vertical-align: top; }
        .matrix tr:not(:has([rowspan])) > * { border-top-color: transparent; }

        #filter {
          display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding: .6rem .8rem;
          margin: .75rem 0 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 4px;
        }
        #filter[hidden], .item[hidden] { display: none; }
        #filter label { display: inline-flex; gap: .4rem; align-items: center; }
        #filter .grow { flex: 1 1 18rem; }
        #filter input[type=search] { flex: 1; min-width: 6rem; }
        #filter fieldset { display: flex; flex-wrap: wrap; gap: .25rem 1rem; border: 0; margin: 0;
          padding: 0; }
        #filter legend { float: left; margin-right: .25rem; color: var(--soft); }
        input, select, button { font: inherit; color: inherit; background: var(--paper);
          border: 1px solid var(--soft); border-radius: 3px; padding: .15rem .45rem; }
        input[type=checkbox] { width: 1rem; height: 1rem; margin: 0; }
        #shown, .keys { margin: 0; color: var(--soft); }
        .keys { margin-left: auto; font-size: .87em; }
        kbd { font-family: var(--mono); border: 1px solid var(--line); border-radius: 2px; padding: 0 .3em; }

        .item { margin: 0 0 1.5rem; padding: .7rem 0 0 1rem; border-left: 3px solid var(--line); }
        .item.breaking { border-left-color: var(--breaking); }
        .item.warning { border-left-color: var(--warning); border-left-style: double; }
        .item.info { border-left-color: var(--info); border-left-style: dotted; }
        .item:target { background: var(--panel); outline: 1px solid var(--line); }
        .item h3 { margin: .1rem 0 .25rem; font-size: 1.02rem; line-height: 1.4; max-width: 62rem; }
        .rule { display: flex; flex-wrap: wrap; gap: .1rem .9rem; align-items: baseline; margin: 0;
          max-width: none; }
        .count { color: var(--soft); }
        .permalink { margin-left: auto; font: .82em var(--mono); color: var(--soft); text-decoration: none; }
        .permalink:hover { text-decoration: underline; }
        .copy { border: 0; background: none; padding: 0; color: var(--link); font-size: .85em;
          cursor: pointer; }
        ul.where { display: flex; flex-wrap: wrap; margin: 0 0 .5rem; padding: 0; list-style: none;
          color: var(--soft); font-size: .93em; }
        ul.where li:not(:last-child)::after { content: "\b7"; margin: 0 .45rem; }
        .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr));
          gap: .75rem; }
        .side { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 4px;
          padding: .45rem .7rem .55rem; min-width: 0; }
        .side figcaption { display: flex; flex-wrap: wrap; gap: 0 .75rem; font-size: .9em;
          color: var(--soft); }
        .side figcaption b { color: var(--ink); }
        .side p { margin: .2rem 0 0; }
        pre code { font-size: inherit; }
        pre { margin: .5rem 0 0; padding: .4rem 0 0; border-top: 1px solid var(--line); line-height: 1.45; }
        .line { display: grid; grid-template-columns: 3.4em minmax(0, 1fr); white-space: pre-wrap;
          overflow-wrap: anywhere; }
        .line .number { color: var(--soft); padding-right: .9em; user-select: none; font-size: .92em; }
        mark { background: var(--info-bg); color: inherit; font-weight: 600;
          text-decoration: underline 2px; text-underline-offset: .2em; }
        .breaking mark { background: var(--breaking-bg); text-decoration-color: var(--breaking); }
        .warning mark { background: var(--warning-bg); text-decoration-color: var(--warning); }
        .info mark { text-decoration-color: var(--info); }
        .next, .item .note { margin: .55rem 0 0; max-width: 62rem; }
        .item .list p { margin: .55rem 0 0; }
        .item .list ul { margin: .1rem 0 0; padding-left: 1.2rem; }
        details { margin: .55rem 0 0; }
        summary { cursor: pointer; color: var(--link); width: fit-content; }
        ul.similar, ul.gaps { margin: .4rem 0; padding-left: 1.2rem; font-size: .93em; }
        ul.gaps { columns: 2 24rem; column-gap: 2rem; }
        ul.gaps code { color: var(--soft); }

        svg { display: block; }
        .bar { width: 100%; min-width: 5rem; height: .5rem; margin: .2rem 0; }
        .bar .rest { fill: var(--rest); }
        .done { fill: var(--done); }
        .coverage td { min-width: 6.5rem; color: var(--soft); white-space: nowrap; }
        .coverage th { white-space: nowrap; padding-right: 1.25rem; }
        .strip { margin: 0 0 .75rem; }
        .strip svg { width: 100%; height: 1.1rem; }
        .strip .gap { stroke: var(--paper); stroke-width: 2; }
        .strip .done { fill: var(--done); }
        .strip figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem;
          color: var(--soft); font-size: .88em; }
        .picture th { width: 1%; white-space: nowrap; padding-right: 1.5rem; }
        ul.statuses { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: 0; list-style: none; }
        .statuses li { padding: 0 .4rem; border: 1px solid var(--done); border-radius: 2px;
          line-height: 1.35; }
        .statuses .done { border-color: var(--ok); color: var(--ok); }
        .statuses .missing { border: 1px dashed var(--soft); color: var(--soft); }
        .statuses .off { border-color: transparent; color: var(--soft); }
        .days td.cell { text-align: center; }
        .points { width: 8.5rem; height: 1.15rem; }
        .points .dots { stroke: var(--link); stroke-opacity: .5; stroke-width: 8; stroke-linecap: round; }
        .points .axis { stroke: var(--line); }
        .points .median { stroke: var(--ink); stroke-width: 1.5; }
        footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--soft); font-size: .9em; }
        footer p { border-top: 1px solid var(--line); padding-top: 1rem; max-width: none; }

        @media (max-width: 40rem) {
          .top, .page, footer { padding-left: 1rem; padding-right: 1rem; }
          h1 { font-size: 1.5rem; }
          .item { padding-left: .7rem; }
          .line { grid-template-columns: 2.8em minmax(0, 1fr); }
          .picture th { width: 45%; white-space: normal; }
        }
        @media print {
          :root {
            --paper: #fff; --panel: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000;
            --breaking: #8c1009; --warning: #6b4200; --info: #1d3f70; --ok: #1d5730;
            --breaking-bg: #fff; --warning-bg: #fff; --info-bg: #fff; --done: #777; --rest: #e5e5e5;
          }
          body { font-size: 10pt; }
          nav, #filter, .copy, .skip { display: none !important; }
          .page { display: block; }
          .item, figure, tr { break-inside: avoid; }
          h2, h3 { break-after: avoid; }
          .scroll { overflow: visible; }
          details::details-content { display: block; content-visibility: visible; height: auto; }
          svg { print-color-adjust: exact; }
        }
        """#
}
