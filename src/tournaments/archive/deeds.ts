/**
 * What was done in a match, whoever kept its log. A server also writes down when, and what the house did, so the same moves have another head there
 * than those that are played without one.
 */
import { hash } from 'node:crypto'
import { readTranscript, type Transcript } from '../../match/offline/transcript.js'
import { canonicalJson } from '../../platform/canonical-json.js'
import type { Archive } from './reading.js'

type Entry = Transcript['entries'][number]

/** The same for the same commands, chance and events. */
export const deedsOf = (entries: readonly Entry[]): string => hash('sha256', canonicalJson(entries.map(deed)), 'hex')

const deed = ({ version, rules, command, events, rolls }: Entry): object => ({
  version,
  rules,
  command: plain(command),
  events,
  rolls,
})

const plain = (command: Entry['command']): object => ({ ...command, house: null, by: null })

/** Of the matches that a server has kept, by their id. */
export async function deedsOnServers({ matches }: Pick<Archive, 'matches'>): Promise<ReadonlyMap<string, string>> {
  const deeds = new Map<string, string>()
  for await (const text of matches?.() ?? []) {
    const read = readTranscript(text)
    if (read.ok && read.transcript.entries.some(({ at }) => at !== null))
      deeds.set(read.transcript.match, deedsOf(read.transcript.entries))
  }
  return deeds
}
