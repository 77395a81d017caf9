extension HTMLResources {
    /// The rules of style of a page of recordings: the list beside the request that is chosen.
    ///
    /// Without a script, a link chooses as well: what it leads to is the only part that is shown.
    static let recordingsRules: StaticString = #"""
        html { scroll-padding-top: .5rem; }
        .top:has(+ .browser), .browser { max-width: none; }
        .top:has(+ .browser) h1 { font-size: 1.3rem; margin: 0; }
        .browser { display: grid; grid-template-columns: minmax(15rem, 25rem) minmax(0, 1fr); gap: 1.5rem;
          align-items: start; margin-top: .5rem; }
        .requests { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 0 .25rem 1rem; }
        .requests #filter { margin: 0; }
        #list h2 { margin: .6rem 0 .2rem; }
        #list h3 { margin: .35rem 0 0; color: var(--soft); font-size: .93em; font-weight: 600; }
        #list section:not(:has(li:not([hidden]))) { display: none; }
        #list a { display: grid; grid-template-columns: 3.2rem minmax(0, 1fr) auto; gap: .4rem;
          padding: .1rem .5rem; border-radius: 5px; color: inherit; text-decoration: none; }
        #list li { scroll-margin: 8rem 0 2rem; }
        #list a:hover { background: var(--panel); }
        #list a[aria-current] { background: var(--info-bg); outline: 1px solid var(--soft); }
        .target { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-family: var(--mono);
          font-size: .9em; }
        .status { font-weight: 600; font-variant-numeric: tabular-nums; }
        .status.ok { color: var(--ok); }
        .status.warning { color: var(--warning); }
        .status.breaking { color: var(--breaking); }
        .changed { color: var(--warning); font-size: .87em; font-weight: 600; }
        article { display: none; }
        article:target, .articles:not(:has(article:target)) article:first-child { display: block; }
        article h2 { margin: .15rem 0 .4rem; font-size: 1.05rem; }
        article > section { margin-top: .6rem; padding: .5rem .9rem .6rem; border: 1px solid var(--line);
          border-radius: 7px; }
        article > .changes { border-left: 5px solid var(--warning); }
        .changes li + li { margin-top: .6rem; }
        article h3 { margin-bottom: .3rem; font-size: .93em; color: var(--soft); }
        article h3 code { font-weight: 400; }
        article section > details > summary { cursor: pointer; color: var(--link); width: fit-content; }
        article section > details > pre { background: var(--panel); padding: .4rem .6rem; border-radius: 6px; }
        .headers { font-size: .93em; margin: .2rem 0; }
        .headers th { color: var(--soft); white-space: nowrap; vertical-align: top; }
        article img { display: block; max-width: 100%; max-height: 60vh; background: var(--panel); }
        .json, .body { margin-top: .4rem; font: .9em/1.5 var(--mono); }
        .json div, .json summary { white-space: pre-wrap; overflow-wrap: anywhere; }
        .json summary { cursor: pointer; list-style: none; color: inherit; width: auto; }
        .json summary::-webkit-details-marker { display: none; }
        .json summary:hover { background: var(--panel); }
        .json details[open] > summary .fold { display: none; }
        .fold { color: var(--soft); padding: 0 .4em; border: 1px solid var(--line); border-radius: 4px; }
        .json .name { color: var(--link); }
        .json .string { color: var(--ok); }
        .json .number, .json .literal { display: inline; color: var(--warning); }
        .items { margin: .4rem 0; padding: 0; list-style: none; }
        .items > li { border-top: 1px solid var(--line); padding: .15rem 0; }
        .items > li > details > summary { display: flex; gap: .6em; align-items: baseline; cursor: pointer; }
        .items > li > details > summary > * { flex: none; }
        .items > li > details > summary > .excerpt { flex: 1 1 0; min-width: 0; overflow: hidden;
          text-overflow: ellipsis; white-space: nowrap; font: .87em var(--mono); color: var(--soft); }
        .items details[open] > summary > .excerpt { visibility: hidden; }

        @media (max-width: 48rem) {
          .browser { grid-template-columns: minmax(0, 1fr); }
          .requests { position: static; max-height: 45vh; border-bottom: 1px solid var(--line); }
          .headers th { white-space: normal; }
        }
        @media print {
          .requests { display: none; }
          .browser { display: block; }
        }
        """#
}
