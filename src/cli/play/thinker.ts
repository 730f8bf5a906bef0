/** The thread in which a bot thinks: one question, one answer. */
import { parentPort } from 'node:worker_threads'
import { answerTo, type Question } from './question.js'

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerTo(question)))
