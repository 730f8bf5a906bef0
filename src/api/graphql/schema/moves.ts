/** What becomes of several moves in one mutation. */
export const MOVE_OUTCOMES = `"""What became of one of several moves."""
union MoveOutcome = MoveAccepted | MoveRefused | MoveProblem

"""Why one of several moves did not come before the rules: what is an error where a move is sent alone."""
type MoveProblem {
  """Stable; for programs."""
  code: String!
  """For people."""
  message: String!
  """With INVALID_INPUT: what is wrong with the input, part by part."""
  errors: [InputError!]
  """Seconds after which trying again may help; null if it is of no use."""
  retryAfter: Int
}`
