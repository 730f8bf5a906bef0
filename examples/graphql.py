#!/usr/bin/env python3
"""A bot that plays by GraphQL, with nothing but the standard library: python3 examples/graphql.py [match | game seats]

It plays at random. Each move brings back what may be done next; one query waits for the next turn.
"""
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("CHANCERY_URL", "http://127.0.0.1:3000") + "/graphql"
token = None
requests = 0

# All of it is of one version.
MATCH = """
  id game status version you yourTurn result { seat place score }
  legalMoves(first: 1000) { moves { move } }
"""
CREATE = "mutation ($input: CreateMatchInput!) { match: createMatch(input: $input) { id status you yourTurn } }"
JOIN = "mutation ($input: JoinMatchInput!) { match: joinMatch(input: $input) { id status you yourTurn } }"
WAIT = "query ($id: ID!) { match(id: $id, wait: 20) { %s } }" % MATCH
MOVE = """mutation ($input: SubmitMoveInput!) { submitMove(input: $input) {
  ... on MoveAccepted { match { %s } }
  ... on MoveRefused { code message }
} }""" % MATCH


def ask(query, **variables):
    """One request. What may pass (no connection, 429, 5xx) is tried again; with an idempotencyKey nothing is done twice."""
    global requests
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = json.dumps({"query": query, "variables": variables}).encode()
    for attempt in range(8):
        requests += 1
        try:
            with urllib.request.urlopen(urllib.request.Request(URL, data, headers), timeout=40) as response:
                answer = json.load(response)
        except urllib.error.HTTPError as error:
            answer = json.load(error)
        except OSError:
            answer = {"errors": [{"message": "no connection", "extensions": {"code": "UNREACHABLE", "status": 503}}]}
        if not answer.get("errors"):
            return answer["data"]
        problem = answer["errors"][0]
        more = problem["extensions"]
        if more.get("status", 400) < 500 and more.get("status") != 429:
            raise SystemExit(more["code"] + ": " + problem["message"])
        time.sleep(max(more.get("retryAfter", 0), 0.2 * 2**attempt))
    raise SystemExit(f"{URL} gives no answer")


def key():
    return {"idempotencyKey": str(uuid.uuid4())}


name = "GraphQL %08x" % random.getrandbits(32)
REGISTER = "mutation ($input: RegisterPlayerInput!) { registerPlayer(input: $input) { token } }"
token = ask(REGISTER, input={"name": name, "kind": "bot"})["registerPlayer"]["token"]
if len(sys.argv) == 2:
    match = ask(JOIN, input={"matchId": sys.argv[1], **key()})["match"]
else:
    game, seats = sys.argv[1:] or ["kingdoms", "2"]
    match = ask(CREATE, input={"game": game, "seats": int(seats), **key()})["match"]
print(f"{name} has seat {match['you']} in match {match['id']}", flush=True)

moves = 0
while match["status"] in ("open", "running"):
    if match["yourTurn"] and "legalMoves" in match:
        move = random.choice(match["legalMoves"]["moves"])["move"]
        made = {"matchId": match["id"], "move": move, "expectedVersion": match["version"], **key()}
        result = ask(MOVE, input=made)["submitMove"]
        if "match" not in result:
            raise SystemExit(result["code"] + ": " + result["message"])
        match = result["match"]
        moves += 1
    else:
        # Answers as soon as it is our turn or the match has ended, or after 20 seconds as it stands.
        match = ask(WAIT, id=match["id"])["match"]

if match["status"] == "over":
    mine = next(one for one in match["result"] if one["seat"] == match["you"])
    print(f"over: place {mine['place']}, score {mine['score']}")
else:
    print(match["status"] + ": the match has no result")
print(f"{requests} requests for {moves} moves: {requests / max(1, moves):.2f} a move")
