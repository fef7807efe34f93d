import { type Ctx, AppError, validationError, NOT_FOUND, signedPath, sql, systemCtx, message } from 'stoa'
import { type UploadedPart, storeUploadedDocument } from 'stoa/plugins/documents'
import { applicationFile } from '../resources/file.ts'
import type { OwnApplication } from '../api-types.ts'
import { FILES_EMAIL } from './files-email.ts'

/** Owner of pending uploads; those not claimed within a day are deleted. */
const FILE_OWNER = 'service'
/** Maximum number of files of one application. */
const MOST = 40
/** Delay of the notification, so that several files share one e-mail. */
const GATHER_MS = 60_000

/**
 * Adds a file for the applicant, shows it on the page of the application and notifies the applicant.
 * @throws AppError INVALID at `file`, NOT_FOUND
 */
export async function giveFile(ctx: Ctx, application: number, sent: UploadedPart | undefined): Promise<void> {
  await storeUploadedDocument(ctx, FILE_OWNER, sent, async (tx, file, as) => {
    // Row lock, so that concurrent uploads cannot exceed the maximum.
    if (!(await tx.one(sql`select 1 from application where id = ${application} for update`))) throw new AppError(NOT_FOUND)
    const there = await tx.one<{ n: number }>(sql`select count(*)::int as n from application_file where application_id = ${application}`)
    if ((there?.n ?? 0) >= MOST) throw validationError({ file: message('service:error.files_max', { count: MOST }) })
    tx.invalidate('application_file')
    await ctx.kernel.resources.createIn(tx, as, applicationFile, { ...file, application_id: application })
    tx.enqueue(FILES_EMAIL, { id: application }, { runAt: new Date(Date.now() + GATHER_MS) })
  })
}

/** Deletes a file of an application. @throws AppError NOT_FOUND */
export async function takeFile(ctx: Ctx, application: number, file: number): Promise<void> {
  await ctx.kernel.transaction(async (tx) => {
    await tx.run(sql`select 1 from application where id = ${application} for update`)
    if (!(await tx.one(sql`select 1 from application_file where id = ${file} and application_id = ${application}`)))
      throw new AppError(NOT_FOUND)
    await ctx.kernel.resources.removeIn(tx, systemCtx(ctx.kernel, FILE_OWNER), 'application_file', file)
  })
}

/** Files from staff by application id, with signed URLs that expire after some minutes. */
export async function listDeliveredFiles({ kernel }: Ctx, applications: readonly number[]): Promise<Map<number, OwnApplication['files']>> {
  const rows = await kernel.db.rows<{ application: number; id: number; name: string; size: number; path: string }>(
    sql`select application_id as application, id, name, size, path from application_file
      where application_id = any(${[...applications]}::bigint[]) and file is not null order by id`,
  )
  const files = new Map<number, OwnApplication['files']>()
  for (const { application, path, ...file } of rows)
    files.set(application, [...(files.get(application) ?? []), { ...file, url: signedPath(kernel.config, path) }])
  return files
}
