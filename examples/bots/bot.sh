#!/usr/bin/env bash
# A bot in bash (4 or later), with nothing but curl and jq:
#
#   examples/bots/bot.sh                      makes a match of Kingdoms for two and waits for an opponent
#   examples/bots/bot.sh royals 3             makes a match of this game with so many seats
#   AGAINST=greedy examples/bots/bot.sh       gives the other seats to a bot of the house
#   examples/bots/bot.sh <match>              joins an open match by its id
#   TOURNAMENT=<id> examples/bots/bot.sh      enters a tournament, and plays all its matches
#
# In Kingdoms it places castles where the tiles in their row and column are worth most, once they are worth enough; else it plays at random.
set -euo pipefail

url=${CHANCERY_URL:-http://127.0.0.1:3000}
token=
game=${1:-kingdoms} seats=${2:-2}
[[ $game == -* || ! $seats =~ ^[0-9]+$ ]] && { sed -n '/^#   /s/^# //p' "$0" >&2; exit 2; }

# Retries repeat the whole request: with an Idempotency-Key nothing is done twice.
call() { # method path [body] [header...]
  local method=$1 path=$2 body=${3:-}
  shift 2; [ $# -gt 0 ] && shift
  local args=(-sS --fail-with-body --retry 8 --retry-connrefused -X "$method" "$url$path")
  [ -n "$token" ] && args+=(-H "Authorization: Bearer $token")
  [ -n "$body" ] && args+=(-H 'Content-Type: application/json' -d "$body")
  for header in "$@"; do args+=(-H "$header"); done
  local answer
  if answer=$(curl "${args[@]}"); then echo "$answer"; else echo "$answer" >&2; return 1; fi
}
began=$(date +%s%N)
key() { echo "Idempotency-Key: $began-$RANDOM$RANDOM$RANDOM"; }
of() { jq -r "$1" <<<"$2"; }

# Status and version, then the best moves if it is our turn, one on a line. A field that is worth less than 7 is left alone as long as there is something else to do.
look='
  def value: (.tile // "") | if startswith("land") then .[4:] | tonumber elif startswith("hazard") then -(.[6:] | tonumber) else 0 end;
  .status, .version,
  if .yourTurn and .legalMoves != null then
    [.view.board[]? | {row, column, value: value}] as $board
    | def worth($at): [$board[] | select(.row == $at.row or .column == $at.column).value] | add;
    [.legalMoves.moves[].move | {move: ., rate: (if .type == "placeCastle" then .rank * (worth(.) - 7) else 0 end)}]
    | (map(.rate) | max) as $best
    | .[] | select(.rate == $best) | .move | tojson
  else empty end'

# Moves for as long as it is our turn: the answer to a move brings what may be done next.
play() {
  local moves
  while mapfile -t seen < <(of "$look" "$match"); moves=("${seen[@]:2}"); [ ${#moves[@]} -gt 0 ]; do
    match=$(call POST "$here/moves?include=view,legalMoves" "${moves[RANDOM % ${#moves[@]}]}" "If-Match: \"${seen[1]}\"" "$(key)") || return
  done
}

me=$(call POST /v1/players "{\"name\":\"Shell $RANDOM$RANDOM\",\"kind\":\"bot\"}")
token=$(of .token "$me")

if [ -n "${TOURNAMENT:-}" ]; then
  event=/v1/tournaments/$TOURNAMENT
  number=$(of .number "$(call POST "$event/enter" '{"version":"1"}')")
  echo "the shell plays in tournament $TOURNAMENT as entrant $number"
  until [ "$(of .status "$(call GET "$event")")" = over ]; do
    mapfile -t waiting < <(of '.items[] | tojson' "$(call GET '/v1/me/turns?include=view,legalMoves&wait=5')")
    # What is refused may cost a match, but not the others.
    for match in "${waiting[@]}"; do here=/v1/matches/$(of .id "$match"); play || true; done
  done
  of ".items | length as \$all | .[] | select(.entrant == $number) | \"over: place \\(.place) of \\(\$all)\"" "$(call GET "$event/standings")"
  exit
fi

if [ ${#game} -eq 36 ]; then # the id of a match
  match=$(call POST "/v1/matches/$game/join" '{}' "$(key)")
else
  made=$(jq -nc --arg game "$game" --argjson seats "$seats" --arg bot "${AGAINST:-}" \
    '{$game, $seats} + if $bot == "" then {} else {bots: [range($seats - 1) | {$bot}]} end')
  match=$(call POST /v1/matches "$made" "$(key)")
fi
here=/v1/matches/$(of .id "$match")
echo "the shell has seat $(of .you "$match") in match ${here##*/}"

while play || exit; [[ ${seen[0]} =~ ^(open|running)$ ]]; do
  # Answers as soon as it is our turn or the match has ended, or after 20 seconds as it stands.
  match=$(call GET "$here?include=view,legalMoves&wait=20")
done

of '.you as $you | if .status == "over" then .result[] | select(.seat == $you) | "over: place \(.place), score \(.score)"
  else "\(.status): the match has no result" end' "$(call GET "$here")"
