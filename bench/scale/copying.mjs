/** COPY ... FROM STDIN over a connection of pg, which has the messages for it but no way to ask. */

/** Text of a column as COPY reads it. */
export const escaped = (text) => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')

export const NULL = '\\N'

export const line = (columns) => `${columns.join('\t')}\n`

/** `columns`: of the table, in the order in which the lines give them. */
export const copyInto = (client, table, columns, lines) =>
  new Promise((resolve, reject) => {
    let failed
    client.query({
      submit: (connection) => connection.query(`copy ${table} (${columns.join(', ')}) from stdin`),
      handleCopyInResponse(connection) {
        connection.sendCopyFromChunk(Buffer.from(lines.join('')))
        connection.endCopyFrom()
      },
      handleError(error) {
        failed = error
        reject(error)
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => failed ?? resolve(),
    })
  })
