/** What a person sees who has just started the server: where it is, how to begin, and once the administrator's token. */

interface Addresses {
  readonly address: string
  /** Where /metrics is. */
  readonly figures: string
}

/** `administrator`: what there is to say about its token. */
export function greet(at: Addresses, administrator: string | undefined): void {
  process.stdout.write(`${welcome(at)}\n${administrator ? `${administrator}\n\n` : ''}`)
}

const welcome = ({ address, figures }: Addresses): string => `
Chancery is listening.

  GraphQL     ${address}/graphql      (try it: ${address}/graphiql)
  REST        ${address}/v1           (reference: ${address}/docs)
  Models      ${address}/mcp          (tools for language models: docs/language-models.md)
  Health      ${address}/health/ready  Metrics: ${figures}/metrics

A first move, in another terminal:

${firstMove(address)}
`

/** Two players, one match, one move; needs nothing but curl and a shell. A test runs exactly these lines. */
export const firstMove = (address: string): string =>
  String.raw`  register() { curl -s ADDRESS/v1/players -H 'content-type: application/json' -d "{\"name\":\"$1 $RANDOM$RANDOM\",\"kind\":\"bot\"}" | sed 's/.*"token":"\([^"]*\)".*/\1/'; }
  ANNE=$(register Anne); BEN=$(register Ben)
  MATCH=$(curl -s ADDRESS/v1/matches -H "authorization: Bearer $ANNE" -H 'content-type: application/json' -d '{"game":"kingdoms","seats":2,"options":{"starter":"seat0"}}' | sed 's/^{"id":"\([^"]*\)".*/\1/')
  curl -s -X POST ADDRESS/v1/matches/$MATCH/join -H "authorization: Bearer $BEN" -H 'content-type: application/json' -d '{}' > /dev/null
  curl -s "ADDRESS/v1/matches/$MATCH/legal-moves?first=3" -H "authorization: Bearer $ANNE"; echo
  curl -s ADDRESS/v1/matches/$MATCH/moves -H "authorization: Bearer $ANNE" -H 'content-type: application/json' -d '{"type":"placeCastle","rank":1,"row":3,"column":4}'; echo`.replaceAll(
    'ADDRESS',
    address,
  )
