import { type Ctx, AppError, validationError, type Kernel, NOT_FOUND, signedPath, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { attachPrivateFile } from 'stoa/plugins/sales'
import { OPEN_STATUSES } from './returns.ts'

const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg']
const MAX_PICTURES = 5

/** A stored file. */
interface StoredPicture {
  id: number
  path: string
  name: string
}

/** Stores a picture of a return that is still open. @throws AppError NOT_FOUND, WRONG_STATE or INVALID */
export const uploadPicture = (
  ctx: Ctx,
  orderId: number,
  number: string,
  upload: { bytes: Buffer; name: string } | undefined,
): Promise<void> =>
  attachPrivateFile(ctx, upload, { kinds: PICTURE_TYPES, refusal: message('returns:error.picture_type') }, (tx, file) =>
    insertPicture(tx, orderId, number, file),
  )

async function insertPicture(tx: Tx, orderId: number, number: string, file: StoredPicture): Promise<void> {
  // Row lock, so that concurrent uploads cannot both be the last allowed one.
  const salesReturn = await tx.one<{ id: number; status: string }>(
    sql`select id, status from sales_return where number = ${number} and order_id = ${orderId} for update`,
  )
  if (!salesReturn) throw new AppError(NOT_FOUND)
  if (!OPEN_STATUSES.includes(salesReturn.status)) throw new AppError(WRONG_STATE)
  const pictureCount = await tx.one<{ n: number }>(sql`select count(*)::int as n from return_picture where return_id = ${salesReturn.id}`)
  if ((pictureCount?.n ?? 0) >= MAX_PICTURES) throw validationError({ file: message('returns:error.pictures', { count: MAX_PICTURES }) })
  await tx.run(
    sql`insert into return_picture (return_id, file_id, path, name) values (${salesReturn.id}, ${file.id}, ${file.path}, ${file.name})`,
  )
  tx.invalidate('return')
}

/** Signed, short-lived URLs of the pictures of an order's returns, by return. */
export async function listPictures({ db, config }: Kernel, orderId: number): Promise<ReadonlyMap<number, string[]>> {
  const rows = await db.rows<{ id: number; path: string }>(sql`select p.return_id as id, p.path from return_picture p
    join sales_return r on r.id = p.return_id where r.order_id = ${orderId} order by p.id`)
  const all = new Map<number, string[]>()
  for (const { id, path } of rows) all.set(id, [...(all.get(id) ?? []), signedPath(config, path)])
  return all
}
