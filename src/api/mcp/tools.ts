/** All tools: the one definition, whichever way a model is connected. */
import { GAME_TOOLS } from './game-tools.js'
import { LOBBY_TOOLS } from './lobby-tools.js'
import { PLAY_TOOLS } from './play-tools.js'
import { TOURNAMENT_TOOLS } from './tournament-tools.js'

export const TOOLS = [...GAME_TOOLS, ...LOBBY_TOOLS, ...PLAY_TOOLS, ...TOURNAMENT_TOOLS]
