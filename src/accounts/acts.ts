/** What administrators have done, in a table that is only ever added to. Names are looked up when it is read, so an erased one is in none of it. */
import { randomUUID } from 'node:crypto'
import { Prisma, type PrismaClient } from '../generated/prisma/client.js'
import { cursorOf, type Listed, type ListPage, listed, readCursor } from './lists.js'
import { toPlayer } from './registering.js'
import { type Act, ActKind } from './shapes.js'

export interface NewAct {
  readonly by: string
  readonly act: ActKind
  /** On whom, or on which match. */
  readonly player?: string
  readonly match?: string
  readonly reason: string
}

export async function recordAct(
  tx: Pick<Prisma.TransactionClient, '$executeRaw'>,
  { by, act, player, match, reason }: NewAct,
): Promise<void> {
  await tx.$executeRaw`
    insert into act (id, by_id, act, player_id, match_id, reason)
    values (${randomUUID()}::uuid, ${by}::uuid, ${act}, ${player ?? null}::uuid, ${match ?? null}::uuid, ${reason})`
}

interface Row {
  id: string
  at: Date
  act: string
  reason: string
  by_id: string
  by_name: string
  by_kind: string
  by_created_at: Date
  player_id: string | null
  match_id: string | null
  name: string
  kind: string
  created_at: Date
}

/** The newest first. */
export async function listActs(prisma: PrismaClient, player: string | undefined, page: ListPage): Promise<Listed<Act>> {
  const [at, id] = page.after === undefined ? [] : readCursor(page.after, 2)
  const rows = await prisma.$queryRaw<Row[]>`
    select act.id::text, act.at, act.act, act.reason, act.match_id::text,
      by.id::text as by_id, by.name as by_name, by.kind as by_kind, by.created_at as by_created_at,
      player.id::text as player_id, player.name, player.kind, player.created_at
    from act join player by on by.id = act.by_id left join player on player.id = act.player_id
    where ${player === undefined ? Prisma.sql`true` : Prisma.sql`act.player_id = ${player}::uuid`}
      and ${at === undefined ? Prisma.sql`true` : Prisma.sql`(act.at, act.id) < (${at}::timestamptz, ${id}::uuid)`}
    order by act.at desc, act.id desc limit ${page.first + 1}`
  return listed(rows.map(toAct), page.first, (act) => cursorOf(act.at, act.id))
}

const toAct = (row: Row): Act => ({
  id: row.id,
  at: row.at.toISOString(),
  by: toPlayer({ id: row.by_id, name: row.by_name, kind: row.by_kind, createdAt: row.by_created_at }),
  act: ActKind.parse(row.act),
  player: row.player_id === null ? null : toPlayer({ ...row, id: row.player_id, createdAt: row.created_at }),
  match: row.match_id,
  reason: row.reason,
})
