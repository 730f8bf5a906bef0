/** A client's own picture of a Kingdoms match, kept from the notices it is sent, and random moves from it. */
const NOTICES = `notices {
  __typename
  ... on KingdomsEpochBegan { epoch }
  ... on KingdomsTurnBegan { seat }
  ... on KingdomsCastlePlaced { seat rank row column }
  ... on KingdomsTileDrawn { seat }
  ... on KingdomsTilePlaced { row column }
  ... on KingdomsStartTilePlaced { seat row column }
}`

const mutation = (name) =>
  `mutation($input: Kingdoms${name}Input!) { kingdoms${name}(input: $input) { __typename ... on MoveAccepted { version status ${NOTICES} } ... on MoveRefused { code message } } }`
const QUERIES = Object.fromEntries(
  ['PlaceCastle', 'DrawTile', 'PlaceTile', 'PlaceStartTile'].map((name) => [name, mutation(name)]),
)
export const resultName = (name) => `kingdoms${name}`

export function picture(seats) {
  const stock = () => [{ 2: 4, 3: 3, 4: 2 }[seats], 3, 2, 1]
  const table = {
    turn: 0,
    drawn: false,
    taken: new Set(),
    bag: 23 - seats,
    castles: Array.from({ length: seats }, stock),
    onBoard: [],
    starts: Array(seats).fill(true),
  }
  return {
    table,
    learn: (notices) => {
      for (const notice of notices) learn(table, notice)
    },
  }
}

function learn(table, notice) {
  const { __typename: type, seat, rank, row, column } = notice
  if (type === 'KingdomsEpochBegan') newEpoch(table)
  else if (type === 'KingdomsTurnBegan') table.turn = seat
  else if (type === 'KingdomsTileDrawn') Object.assign(table, { drawn: true, bag: table.bag - 1 })
  else if (type === 'KingdomsCastlePlaced') {
    table.castles[seat][rank - 1]--
    if (rank === 1) table.onBoard.push(seat)
  } else if (type === 'KingdomsStartTilePlaced') table.starts[seat] = false
  else if (type === 'KingdomsTilePlaced') table.drawn = false
  if (row) table.taken.add((row - 1) * 6 + column - 1)
}

function newEpoch(table) {
  for (const seat of table.onBoard) table.castles[seat][0]++
  Object.assign(table, {
    taken: new Set(),
    onBoard: [],
    bag: 23 - table.starts.length,
    starts: table.starts.map(() => true),
    drawn: false,
  })
}

const pick = (list, chance) => list[Math.floor(chance() * list.length)]

/** [name of the move, its own fields] */
function randomMove(table, chance) {
  const field = pick(
    Array.from({ length: 30 }, (_, index) => index).filter((index) => !table.taken.has(index)),
    chance,
  )
  const where = { row: Math.floor(field / 6) + 1, column: (field % 6) + 1 }
  if (table.drawn) return ['PlaceTile', where]
  const ranks = [1, 2, 3, 4].filter((rank) => table.castles[table.turn][rank - 1] > 0)
  const kinds = [
    ...(ranks.length ? ['PlaceCastle'] : []),
    ...(table.bag > 0 ? ['DrawTile'] : []),
    ...(table.starts[table.turn] ? ['PlaceStartTile'] : []),
  ]
  const kind = pick(kinds, chance)
  return kind === 'PlaceCastle' ? [kind, { rank: pick(ranks, chance), ...where }] : [kind, kind === 'DrawTile' ? {} : where]
}

export function nextRequest(table, matchId, chance) {
  const [name, fields] = randomMove(table, chance)
  return { name, body: JSON.stringify({ query: QUERIES[name], variables: { input: { matchId, ...fields } } }) }
}
