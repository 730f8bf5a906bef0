/**
 * GraphiQL at /graphiql. Its code comes from a public network, pinned by hash: the browser runs these very files or none. The page
 * says so where that network cannot be reached.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

const NETWORK = 'https://unpkg.com'
const STYLE = [
  'graphiql@3.8.3/graphiql.min.css',
  'sha384-Mq3vbRBY71jfjQAt/DcjxUIYY33ksal4cgdRt9U/hNPvHBCaT2JfJ/PTRiPKf0aM',
] as const
const SCRIPTS = [
  ['react@18.3.1/umd/react.production.min.js', 'sha384-DGyLxAyjq0f9SPpVevD6IgztCFlnMF6oW/XQGmfe+IsZ8TqEiDrcHkMLKI6fiB/Z'],
  ['react-dom@18.3.1/umd/react-dom.production.min.js', 'sha384-gTGxhz21lVGYNMcdJOyq01Edg0jhn/c22nsx0kyqP0TxaV5WVdsSH1fSDUf5YJj1'],
  ['graphiql@3.8.3/graphiql.min.js', 'sha384-HbRVEFG0JGJZeAHCJ9Xm2+tpknBQ7QZmNlO/DgZtkZ0aJSypT96YYGRNod99l9Ie'],
] as const

/** The token is taken from the headers tab for both transports, so that it stands in one place. */
const START = `
if (window.GraphiQL) {
  const socket = (location.protocol === 'https:' ? 'wss://' : 'ws://') + location.host + '/graphql'
  const fetcher = (query, options) => {
    const headers = (options && options.headers) || {}
    const authorization = headers.Authorization || headers.authorization
    return GraphiQL.createFetcher({ url: '/graphql', subscriptionUrl: socket, wsConnectionParams: { authorization } })(query, options)
  }
  ReactDOM.createRoot(document.getElementById('graphiql')).render(React.createElement(GraphiQL, {
    fetcher,
    shouldPersistHeaders: false,
    defaultEditorToolsVisibility: 'headers',
    defaultHeaders: '{\\n  "Authorization": "Bearer chy_..."\\n}',
    defaultQuery: '{\\n  games {\\n    id\\n    name\\n    mutations\\n  }\\n}\\n',
  }))
}
`

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Chancery: GraphiQL</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${NETWORK}/${STYLE[0]}" integrity="${STYLE[1]}" crossorigin="anonymous">
<style>body { margin: 0 } #graphiql { height: 100vh } p { font: 1rem sans-serif; margin: 2rem }</style>
</head>
<body>
<div id="graphiql"><p>GraphiQL is loaded from ${NETWORK}. If it does not appear, this browser cannot reach it:
send queries to <code>/graphql</code> with any other client; the schema can be asked for there.</p></div>
${SCRIPTS.map(([file, hash]) => `<script src="${NETWORK}/${file}" integrity="${hash}" crossorigin="anonymous"></script>`).join('\n')}
<script>${START}</script>
</body>
</html>
`

const POLICY = [
  "default-src 'none'",
  `script-src ${NETWORK} 'sha256-${createHash('sha256').update(START).digest('base64')}'`,
  `style-src ${NETWORK} 'unsafe-inline'`,
  `font-src ${NETWORK} data:`,
  "img-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "frame-ancestors 'none'",
].join('; ')

export function serveGraphiql(app: FastifyInstance): void {
  app.get('/graphiql', { config: { page: true, rateLimit: false } }, async (_, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .send(page),
  )
}
