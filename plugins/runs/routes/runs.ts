import { Readable } from 'node:stream'
import { f, FORBIDDEN, media, NOT_FOUND, route, WRONG_STATE } from 'stoa'
import { UNDER_WAY } from '../errors.ts'
import { cancelRun, resumeRun } from '../services/decide.ts'
import { readBytes } from '../services/stored-bytes.ts'
import { findFile, listRuns, readRun, findVisibleRun } from '../services/read.ts'
import { RunInfo, RunPage } from '../api-types.ts'

/** An account sees and stops its own jobs; with the list permission those of others too. */
export const runRoutes = [
  route({
    on: 'GET /run',
    id: 'run.list',
    summary: 'Background jobs the caller started, or may see, newest first',
    open: 'signed-in',
    query: {
      page: f.int({ default: 1, min: 1, max: 10_000 }),
      open: f.flag({ default: false, docs: 'Only what waits for its turn or is at work.' }),
    },
    response: RunPage,
    run: ({ ctx, query }) => listRuns(ctx, query),
  }),
  route({
    on: 'GET /run/:id',
    id: 'run.get',
    summary: 'Progress of a background job',
    open: 'signed-in',
    response: RunInfo,
    errors: [NOT_FOUND],
    run: ({ ctx, params: { id } }) => readRun(ctx, id),
  }),
  route({
    on: 'POST /run/:id/cancel',
    id: 'run.cancel',
    summary: 'Stop a background job; completed steps remain',
    open: 'signed-in',
    response: RunInfo,
    errors: [NOT_FOUND, WRONG_STATE],
    run: async ({ ctx, params: { id } }) => {
      await cancelRun(ctx, id)
      return readRun(ctx, id)
    },
  }),
  route({
    on: 'POST /run/:id/resume',
    id: 'run.resume',
    summary: 'Resume a background job that was stopped or failed',
    open: 'signed-in',
    response: RunInfo,
    errors: [NOT_FOUND, WRONG_STATE, UNDER_WAY],
    run: async ({ ctx, params: { id } }) => {
      await resumeRun(ctx, id)
      return readRun(ctx, id)
    },
  }),
  route({
    on: 'GET /run/:id/file',
    id: 'run.file',
    summary: 'The file a background job created',
    open: 'signed-in',
    response: media('application/octet-stream'),
    errors: [NOT_FOUND, FORBIDDEN, WRONG_STATE],
    run: async ({ kernel, ctx, params: { id }, reply }) => {
      const file = findFile(ctx, await findVisibleRun(ctx, id))
      return reply
        .type(file.mime)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(readBytes(kernel.db, id)))
    },
  }),
]
