/** Who may do what: the table that the tests hold the server to, and the part of SECURITY.md that is written from it. */
import { z } from 'zod'
import { withPart } from './written-part.js'

const Authorisation = z.strictObject({
  /** What each kind of caller is. */
  callers: z.record(z.string(), z.string()),
  /** What each caller gets, by the name of the rule: `yes`, `judged` (by the rules of the game), or why not. */
  rules: z.record(z.string(), z.strictObject({ says: z.string(), outcomes: z.record(z.string(), z.string()) })),
  /** The rule of each operation of REST (by operation id), GraphQL (by field) and the tools for language models. */
  operations: z.record(z.string(), z.string()),
})
export type Authorisation = z.infer<typeof Authorisation>

export const readAuthorisation = (text: string): Authorisation => Authorisation.parse(JSON.parse(text))

const BEGIN = '<!-- Written by `npm run generate` from docs/authorisation.json; edit that. -->'
/** The page with its part about authorisation written anew. */
export const withAuthorisation = (page: string, table: Authorisation): string => withPart(page, BEGIN, section(table))

const section = (table: Authorisation): string =>
  [callersTable(table), ...Object.keys(table.rules).map((rule) => ruleTable(table, rule))].join('\n')

const callersTable = ({ callers }: Authorisation): string =>
  ['', '| caller | is |', '| --- | --- |', ...Object.entries(callers).map(([who, is]) => `| ${who} | ${is} |`), ''].join('\n')

/** Callers with the same outcome share a line. */
function ruleTable({ rules, operations }: Authorisation, rule: string): string {
  const { says, outcomes } = rules[rule] ?? { says: '', outcomes: {} }
  const alike = new Map<string, string[]>()
  for (const [who, outcome] of Object.entries(outcomes)) alike.set(outcome, [...(alike.get(outcome) ?? []), who])
  const named = Object.entries(operations).flatMap(([operation, of]) => (of === rule ? [`\`${operation}\``] : []))
  const lines = [...alike].map(([outcome, callers]) => `| ${outcome} | ${callers.join(', ')} |`)
  return [`### ${rule}`, '', says, '', '| answer | to |', '| --- | --- |', ...lines, '', named.join(', '), ''].join('\n')
}
