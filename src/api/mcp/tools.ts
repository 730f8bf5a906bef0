/** All tools: the one definition, whichever way a model is connected. */
import { GAME_TOOLS } from './game-tools.js'
import { LOBBY_TOOLS } from './lobby-tools.js'
import { PLAY_TOOLS } from './play-tools.js'

export const TOOLS = [...GAME_TOOLS, ...LOBBY_TOOLS, ...PLAY_TOOLS]
