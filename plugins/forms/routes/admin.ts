import { Readable } from 'node:stream'
import { type Ctx, f, AppError, INVALID, validationError, media, NOT_FOUND, route, STALE, t, message } from 'stoa'
import type { Answers } from '../domain/answers.ts'
import { FirstTab } from '../api-types.ts'
import { firstTab } from '../services/first-tab.ts'
import { formSubmission } from '../resources/form-submission.ts'
import { submissionTable } from '../services/table.ts'
import { claim, claimUploads } from '../services/uploads.ts'

const params = { history_id: f.int({ min: 1, max: Number.MAX_SAFE_INTEGER }) }

/** A submission of this form. @throws AppError NOT_FOUND */
async function findSubmission(ctx: Ctx, form: number, id: number) {
  const row = await ctx.kernel.resources.get(ctx, formSubmission, id)
  if (row.form_id !== form) throw new AppError(NOT_FOUND)
  return row
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Admin routes of submissions that the generic resource routes do not cover. */
export const adminRoutes = [
  route({
    on: 'GET /form/first',
    id: 'form.first',
    summary: 'Initial page of a new form',
    needs: 'create form',
    response: FirstTab,
    run: ({ ctx }) => firstTab(ctx),
  }),
  route({
    on: 'POST /form/:id/submit_histories/:history_id',
    id: 'form_submission.correct',
    summary: 'Correct answers by field key; others stay',
    needs: 'update form submission',
    params,
    accepts: { version: f.maybe(f.int({ min: 1 })) },
    response: t.row('form_submission'),
    errors: [NOT_FOUND, STALE],
    run: async ({ kernel, ctx, params, rawBody }) => {
      const old = await findSubmission(ctx, params.id, params.history_id)
      const { version, language: _, _method: __, ...answers } = rawBody
      const requested = { ...old.answers, ...answers } as Answers
      return kernel.resources.update(ctx, formSubmission, params.history_id, {
        answers: requested,
        ...(version === undefined || version === null || version === '' ? {} : { version: Number(version) }),
      })
    },
  }),
  route({
    on: 'POST /form/:id/submit_histories/:history_id/upload',
    id: 'form_submission.upload',
    summary: 'Add a file to a submission',
    needs: 'update form submission',
    params,
    fileFields: ['admin_file'],
    maxFiles: 1,
    response: t.row('form_submission'),
    status: 201,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, request }) => {
      await findSubmission(ctx, params.id, params.history_id)
      const sent = request.uploads?.get('admin_file')
      if (!sent) throw validationError({ admin_file: message('core:rule.required') })
      const { id, path, name } = await claimUploads(ctx, sent).catch((error: unknown) => {
        throw error instanceof AppError && error.kind === INVALID && !Array.isArray(error.messages)
          ? new AppError(INVALID, { admin_file: Object.values(error.messages).flat() })
          : error
      })
      await kernel.transaction(async (tx) => {
        // Row lock, so that the submission is not deleted meanwhile.
        await kernel.resources.lockIn(tx, ctx, formSubmission, params.history_id)
        await claim(tx, ctx, params.history_id, new Map([['', [{ id, path, name }]]]))
        tx.invalidate('form_submission')
      })
      return kernel.resources.get(ctx, formSubmission, params.history_id)
    },
  }),
  route({
    on: 'GET /form/:id/export',
    id: 'form.export',
    summary: 'All submissions of a form as a workbook with one column per key',
    needs: 'export form submission',
    response: media(XLSX),
    streams: true,
    errors: [NOT_FOUND],
    run: async ({ ctx, params, reply }) => {
      const { name, bytes } = await submissionTable(ctx, params.id)
      return reply
        .type(XLSX)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}.xlsx`)
        .send(Readable.from(bytes))
    },
  }),
]
