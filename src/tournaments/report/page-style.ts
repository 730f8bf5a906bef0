/** How the report looks, by day and by night. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #ffffff; --sheet: #f5f7f9; --ink: #1d2733; --soft: #5b6b7c; --rule: #d8dfe6; --mark: #2f6fd0 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #12181f; --sheet: #1a222b; --ink: #e3e9f0; --soft: #9fb0c2; --rule: #2c3742; --mark: #5c9cff }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 72rem; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; overflow-wrap: anywhere }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.15rem }
p { margin: .4rem 0; max-width: 60rem }
.soft { color: var(--soft) }
.wide { overflow-x: auto }
.wide svg { display: block }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .28rem .9rem .28rem 0; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap }
th { color: var(--soft); font-weight: 500; font-size: .85rem; vertical-align: bottom }
th.text, td.text { text-align: left }
td.first { font-weight: 600 }
details { margin: .5rem 0; border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet) }
summary { padding: .5rem .8rem; cursor: pointer }
details > :not(summary) { margin: 0 .8rem .6rem }
code { font: .85em ui-monospace, monospace; overflow-wrap: anywhere }
@media print { details { break-inside: avoid } }
`
