/** The GraphQL clients that people use, each by its own API: what they make of an answer, a refusal and an error, and of its code. */
import { ApolloClient, type ApolloLink, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client/core'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { createClient, type Exchange, fetchExchange, subscriptionExchange } from '@urql/core'
import { ClientError, GraphQLClient } from 'graphql-request'
import { createClient as createSocketClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startApp, type TestApp } from '../support/app.js'
import { post } from './graphql.js'

let app: TestApp
let token: string
beforeAll(async () => {
  // Apollo asks for it to tell an error from an event; Node 20 has none.
  vi.stubGlobal('WebSocket', WebSocket)
  app = await startApp()
  token = (await app.register('Anne')).token
})
afterAll(() => app.close())

const GAMES = 'query { games { id name } }'
const CREATE = 'mutation ($seats: Int!) { kingdomsCreateMatch(input: { seats: $seats }) { id game status legalMoves { total } } }'
const CASTLE = `mutation ($matchId: ID!) { kingdomsPlaceCastle(input: { matchId: $matchId, rank: 1, row: 1, column: 1 }) {
  __typename ... on MoveAccepted { version } ... on MoveRefused { code message } } }`
const CREATE_AND_JOIN = 'mutation { kingdomsCreateMatch(input: { seats: 2, options: { starter: seat0 } }) { id } }'
const JOIN = 'mutation ($id: ID!) { joinMatch(input: { matchId: $id }) { status } }'

/** A match that waits for the other player, so that a castle of ours is refused. */
async function notMyTurn(): Promise<string> {
  const ben = (await app.register(`Ben ${Math.random()}`.slice(0, 20))).token
  const made = await post(app.url, { query: CREATE_AND_JOIN }, { authorization: `Bearer ${ben}` })
  const { id } = made.data.kingdomsCreateMatch
  await post(app.url, { query: JOIN, variables: { id } }, { authorization: `Bearer ${token}` })
  return id
}

interface Outcome {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
  readonly data: any
  readonly codes: unknown[]
}
type Send = (query: string, variables?: Record<string, unknown>) => Promise<Outcome>

const codesOf = (errors: readonly { extensions?: Record<string, unknown> | undefined }[]): unknown[] =>
  errors.map(({ extensions }) => extensions?.code)

/** `accept` as an older version of the client sent it, or its own. */
type Client = (authorization: string, accept?: string) => Send

const headersOf = (authorization: string, accept?: string) => ({ authorization, ...(accept && { accept }) })

const apollo: Client = (authorization, accept) =>
  apolloBy(new HttpLink({ uri: `${app.url}/graphql`, headers: headersOf(authorization, accept) }))

function apolloBy(link: ApolloLink): Send {
  const client = new ApolloClient({ link, cache: new InMemoryCache() })
  return async (query, variables = {}) => {
    const isMutation = query.startsWith('mutation')
    const asked = isMutation ? client.mutate({ mutation: gql(query), variables }) : client.query({ query: gql(query), variables })
    return asked.then(
      ({ data }) => ({ data, codes: [] }),
      (error: unknown) => {
        if (!CombinedGraphQLErrors.is(error)) throw error
        return { data: error.data, codes: codesOf(error.errors) }
      },
    )
  }
}

const urql: Client = (authorization, accept) => urqlBy(fetchExchange, { headers: headersOf(authorization, accept) })

function urqlBy(exchange: Exchange, fetchOptions: RequestInit = {}): Send {
  const client = createClient({ url: `${app.url}/graphql`, exchanges: [exchange], fetchOptions, preferGetMethod: false })
  return async (query, variables = {}) => {
    const { data, error } = await (query.startsWith('mutation')
      ? client.mutation(query, variables)
      : client.query(query, variables))
    if (error?.networkError) throw error.networkError
    return { data, codes: codesOf(error?.graphQLErrors ?? []) }
  }
}

const graphqlRequest: Client = (authorization, accept) => {
  const client = new GraphQLClient(`${app.url}/graphql`, { headers: headersOf(authorization, accept) })
  return async (query, variables = {}) =>
    client.request(query, variables).then(
      (data) => ({ data, codes: [] }),
      (error: unknown) => {
        if (!(error instanceof ClientError)) throw error
        return { data: error.response.data, codes: codesOf(error.response.errors ?? []) }
      },
    )
}

/** For all operations, as the documentation of each client has it for subscriptions. */
const socketOf = (authorization: string) =>
  createSocketClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
  })

const apolloOverSocket: Client = (authorization) => apolloBy(new GraphQLWsLink(socketOf(authorization)))

const urqlOverSocket: Client = (authorization) => {
  const socket = socketOf(authorization)
  return urqlBy(
    subscriptionExchange({
      enableAllOperations: true,
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: socket.subscribe({ query, ...(variables && { variables: { ...variables } }) }, sink as never),
        }),
      }),
    }),
  )
}

describe.each([
  ['Apollo Client', apollo, undefined],
  ['Apollo Client over a WebSocket', apolloOverSocket, undefined],
  ['urql over a WebSocket', urqlOverSocket, undefined],
  ['Apollo Client, as it was before it knew a type for GraphQL', apollo, '*/*'],
  ['urql', urql, undefined],
  ['urql, for plain JSON', urql, 'application/json'],
  ['graphql-request', graphqlRequest, undefined],
  ['graphql-request, for plain JSON', graphqlRequest, 'application/json'],
])('%s', (_, client, accept) => {
  const send: Send = (query, variables) => client(`Bearer ${token}`, accept)(query, variables)

  test('a query', async () => {
    const { data, codes } = await send(GAMES)
    expect(codes).toEqual([])
    expect(data.games[0]).toMatchObject({ id: 'kingdoms', name: 'Kingdoms' })
  })

  test('a mutation, of which everything is told', async () => {
    const { data, codes } = await send(CREATE, { seats: 2 })
    expect(codes).toEqual([])
    expect(data.kingdomsCreateMatch).toMatchObject({ game: 'kingdoms', status: 'open', legalMoves: null })
  })

  test('a refusal of the rules is data', async () => {
    const { data, codes } = await send(CASTLE, { matchId: await notMyTurn() })
    expect(codes).toEqual([])
    expect(data.kingdomsPlaceCastle).toMatchObject({ __typename: 'MoveRefused', code: 'NOT_YOUR_TURN' })
  })

  test('errors keep their codes: of a field, of the query, of its variables, of the token', async () => {
    expect((await send(JOIN, { id: 'x' })).codes).toEqual(['NOT_FOUND'])
    expect((await send(CREATE, { seats: 9 })).codes).toEqual(['SEATS_OUT_OF_RANGE'])
    expect((await send('query { nonsense }')).codes).toEqual(['GRAPHQL_VALIDATION_FAILED'])
    expect((await send(CREATE, { seats: 'two' })).codes).toEqual(['BAD_USER_INPUT'])
    // A socket is closed for it, and has no answer that could hold a code.
    const refused = await client('Bearer chy_nonsense', accept)(GAMES).catch((error: unknown) => ({ codes: [reasonOf(error)] }))
    expect(refused.codes).toEqual(['TOKEN_INVALID'])
  })
})

/** Apollo tells of a closed socket in a message, urql and graphql-ws by its event. */
const reasonOf = (error: unknown): unknown =>
  /TOKEN_INVALID/.exec(`${(error as { reason?: string }).reason} ${(error as Error).message}`)?.[0]

describe('media types and statuses', () => {
  const OWN = 'application/graphql-response+json'
  const answered = async (accept: string, body: unknown, authorization = `Bearer ${token}`) => {
    const { status, headers } = await post(app.url, body, { accept, authorization })
    return [status, headers.get('content-type')?.split(';')[0]]
  }

  test.each([
    [OWN, OWN],
    [`${OWN}, application/json;q=0.9`, OWN],
    [`application/json, ${OWN};q=0.5`, 'application/json'],
    [`${OWN};q=0`, 'application/json'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
  ])('%s is answered as %s', async (accept, type) => {
    expect(await answered(accept, { query: GAMES })).toEqual([200, type])
  })

  test('a status tells of an error to whoever takes the type of GraphQL; plain JSON has 200 for whatever is a request', async () => {
    const cases: [number, number, unknown, string?][] = [
      [400, 200, { query: '{' }],
      [400, 200, { query: '{ nonsense }' }],
      [400, 200, { query: 'query A { me { scopes } } query B { me { scopes } }' }],
      [400, 200, { query: CREATE, variables: { seats: 'two' } }],
      [401, 200, { query: GAMES }, 'Bearer chy_nonsense'],
      // Something was run, so there is an answer, with errors in it.
      [200, 200, { query: JOIN, variables: { id: 'x' } }],
      [200, 200, { query: '{ match(id: "x") { id } }' }],
      // No request of GraphQL at all.
      [400, 400, 'nonsense'],
      [400, 400, { qeury: GAMES }],
      [400, 400, { query: GAMES, variables: [7] }],
    ]
    for (const [own, plain, body, authorization] of cases) {
      expect([await answered(OWN, body, authorization), body]).toEqual([[own, OWN], body])
      expect([await answered('application/json', body, authorization), body]).toEqual([[plain, 'application/json'], body])
    }
  })
})
