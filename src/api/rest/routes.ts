/** All routes of REST, served or only documented. */
import type { FastifyInstance } from 'fastify'
import { absenceRoutes } from './absences.js'
import { administrationRoutes } from './administration.js'
import { findingRoutes } from './finding.js'
import { gameRoutes } from './games.js'
import { handRoutes } from './hands.js'
import { matchAdministrationRoutes } from './match-administration.js'
import { matchRoutes } from './matches.js'
import { moveListRoutes } from './move-lists.js'
import { noticeRoutes } from './notices.js'
import type { OpenAnswers } from './open-answers.js'
import { entranceRoutes, operationRoutes } from './operations.js'
import { orderRoutes } from './orders.js'
import { playRoutes } from './play.js'
import { playerRoutes } from './players.js'
import { ratingRoutes } from './ratings.js'
import { parseInput, plainJson, type RestDeps, zodRoutes } from './routing.js'
import { ticketRoutes } from './tickets.js'
import { tournamentExportRoutes } from './tournament-export.js'
import { tournamentReadRoutes } from './tournament-reads.js'
import { tournamentRecordRoutes } from './tournament-records.js'
import { tournamentRoutes } from './tournaments.js'
import { turnRoutes } from './turns.js'
import { webhookRoutes } from './webhooks.js'
import { worldRoutes } from './worlds.js'

export function allRoutes(app: FastifyInstance, deps: RestDeps, openAnswers: OpenAnswers): void {
  app.setValidatorCompiler(parseInput).setSerializerCompiler(plainJson)
  const routes = zodRoutes(app)
  entranceRoutes(routes)
  gameRoutes(routes, deps)
  playerRoutes(routes, deps)
  ratingRoutes(routes, deps)
  turnRoutes(routes, deps)
  absenceRoutes(routes, deps)
  matchRoutes(routes, deps)
  handRoutes(routes, deps)
  findingRoutes(routes, deps)
  playRoutes(routes, deps)
  moveListRoutes(routes, deps)
  orderRoutes(routes, deps)
  worldRoutes(routes, deps)
  noticeRoutes(routes, deps, openAnswers)
  ticketRoutes(routes, deps)
  tournamentRoutes(routes, deps)
  tournamentReadRoutes(routes, deps)
  tournamentRecordRoutes(routes, deps, openAnswers)
  tournamentExportRoutes(routes, deps, openAnswers)
  webhookRoutes(routes, deps)
  administrationRoutes(routes, deps)
  matchAdministrationRoutes(routes, deps)
  operationRoutes(routes, deps)
}
