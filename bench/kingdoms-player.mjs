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

const SEVERAL = `mutation($inputs: [SubmitMoveInput!]!) { submitMoves(inputs: $inputs) { __typename ... on MoveAccepted { version status ${NOTICES} } ... on MoveRefused { code message } ... on MoveProblem { code message } } }`

export function picture(seats) {
  const stock = () => [{ 2: 4, 3: 3, 4: 2 }[seats], 3, 2, 1]
  const known = {
    turn: 0,
    drawn: false,
    taken: new Set(),
    bag: 23 - seats,
    castles: Array.from({ length: seats }, stock),
    onBoard: [],
    starts: Array(seats).fill(true),
  }
  return {
    known,
    learn: (notices) => {
      for (const notice of notices) learn(known, notice)
    },
  }
}

function learn(known, notice) {
  const { __typename: type, seat, rank, row, column } = notice
  if (type === 'KingdomsEpochBegan') newEpoch(known)
  else if (type === 'KingdomsTurnBegan') known.turn = seat
  else if (type === 'KingdomsTileDrawn') Object.assign(known, { drawn: true, bag: known.bag - 1 })
  else if (type === 'KingdomsCastlePlaced') {
    known.castles[seat][rank - 1]--
    if (rank === 1) known.onBoard.push(seat)
  } else if (type === 'KingdomsStartTilePlaced') known.starts[seat] = false
  else if (type === 'KingdomsTilePlaced') known.drawn = false
  if (row) known.taken.add((row - 1) * 6 + column - 1)
}

function newEpoch(known) {
  for (const seat of known.onBoard) known.castles[seat][0]++
  Object.assign(known, {
    taken: new Set(),
    onBoard: [],
    bag: 23 - known.starts.length,
    starts: known.starts.map(() => true),
    drawn: false,
  })
}

const pick = (list, chance) => list[Math.floor(chance() * list.length)]

/** [name of the move, its own fields] */
function randomMove(known, chance) {
  const field = pick(
    Array.from({ length: 30 }, (_, index) => index).filter((index) => !known.taken.has(index)),
    chance,
  )
  const where = { row: Math.floor(field / 6) + 1, column: (field % 6) + 1 }
  if (known.drawn) return ['PlaceTile', where]
  const ranks = [1, 2, 3, 4].filter((rank) => known.castles[known.turn][rank - 1] > 0)
  const kinds = [
    ...(ranks.length ? ['PlaceCastle'] : []),
    ...(known.bag > 0 ? ['DrawTile'] : []),
    ...(known.starts[known.turn] ? ['PlaceStartTile'] : []),
  ]
  const kind = pick(kinds, chance)
  return kind === 'PlaceCastle' ? [kind, { rank: pick(ranks, chance), ...where }] : [kind, kind === 'DrawTile' ? {} : where]
}

export function nextRequest(known, matchId, chance) {
  const [name, fields] = randomMove(known, chance)
  return { name, body: JSON.stringify({ query: QUERIES[name], variables: { input: { matchId, ...fields } } }) }
}

const asJson = ([name, fields]) => ({ type: name[0].toLowerCase() + name.slice(1), ...fields })

const moveOf = ({ known }, chance) => asJson(randomMove(known, chance))

/** How a list of moves is sent, of matches that await the same player, and what its answer says of each: by a mutation, */
export const LIST = {
  body: (matches, chance) =>
    JSON.stringify({
      query: SEVERAL,
      variables: { inputs: matches.map((match) => ({ matchId: match.id, move: moveOf(match, chance) })) },
    }),
  resultsOf: ({ data }) => data.submitMoves,
}
/** or by REST, whose notices have the names of the game alone. */
export const REST_LIST = {
  body: (matches, chance) =>
    JSON.stringify({ moves: matches.map((match) => ({ match: match.id, move: moveOf(match, chance) })) }),
  resultsOf: ({ items }) =>
    items.map((item) =>
      item.notices
        ? { __typename: 'MoveAccepted', status: item.status, notices: item.notices.map(named) }
        : { __typename: 'MoveProblem', ...item },
    ),
}
const named = (notice) => ({ __typename: `Kingdoms${notice.type[0].toUpperCase()}${notice.type.slice(1)}`, ...notice })
