/** What a person sees who has just started the server: where it is, how to begin, and once the administrator's token. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface Addresses {
  readonly address: string
  /** Where /metrics is. */
  readonly figures: string
}

export async function greet(at: Addresses, adminToken: string | null, dataDir: string): Promise<void> {
  const { stdout } = process
  if (adminToken && !stdout.isTTY) await keepToken(adminToken, tokenFile(dataDir))
  stdout.write(`${welcome(at)}\n`)
  if (adminToken)
    stdout.write(
      stdout.isTTY
        ? `Administrator's token, shown this once:\n  ${adminToken}\n\n`
        : `Administrator's token: in the file ${tokenFile(dataDir)}\n\n`,
    )
}

const tokenFile = (dataDir: string): string => join(dirname(dataDir), 'admin-token')

/** Never in the log: a file that only its owner can read. */
async function keepToken(token: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${token}\n`, { mode: 0o600 })
}

const welcome = ({ address, figures }: Addresses): string => `
Chancery is listening.

  GraphQL     ${address}/graphql      (try it: ${address}/graphiql)
  REST        ${address}/v1           (reference: ${address}/docs)
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
