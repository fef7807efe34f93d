/** The public surface of the kernel: all that plugins may import. */
export { f } from './fields/f.ts'
export type { Field, Fields, RowOf } from './fields/types.ts'
export { ajv } from './fields/rules.ts'
export { defineResource, extendResource } from './resource/define.ts'
export type { Action, Declared, Hooks, Move, Moving, ResourceDef, Saved, States, Write } from './resource/define.ts'
export { checkInput } from './resource/input.ts'
export { eachRow } from './resource/batch.ts'
export { rowId, rowIds } from './resource/ids.ts'
export { tellHistory } from './resource/state.ts'
export { defineSettings } from './setting/define.ts'
export type { SettingsChange, ValuesOf } from './setting/define.ts'
export { colourContrast, READABLE } from './colour.ts'
export { basic } from './setting/basic.ts'
export { definePlugin } from './plugin/define.ts'
export type { Job, Menu, Plugin, Screen, Section, Seed, Slot, Task } from './plugin/define.ts'
export { provide, token } from './services.ts'
export type { Token } from './services.ts'
export { allows, systemCtx } from './context.ts'
export type { Actor, Ctx, Kernel } from './context.ts'
export { empty, id, join, likeText, literal, raw, sql } from './db/sql.ts'
export type { Sql } from './db/sql.ts'
export type { Db } from './db/pool.ts'
export { named, statement } from './db/statement.ts'
export type { Tx } from './db/work.ts'
export { anyLike, pick } from './db/localized.ts'
export {
  defineError,
  errorKinds,
  Failed,
  FORBIDDEN,
  INVALID,
  invalid,
  NOT_FOUND,
  text,
  TOO_MANY,
  UNAUTHENTICATED,
  WRONG_CREDENTIALS,
  WRONG_STATE,
} from './http/errors.ts'
export type { Text } from './http/errors.ts'
export { ctxOf, speech } from './http/language.ts'
export { idempotent } from './http/idempotent.ts'
export { fallbackChain, asLocale, isLocale, languages, locales } from './i18n/locale.ts'
export { fieldLabel, statusLabel, translate } from './i18n/labels.ts'
export { forgive, hit } from './access/limit.ts'
export { staffCtx } from './access/actor.ts'
export { checkPassword, hashPassword } from './access/password.ts'
export { closeSession, closeSessionsOf, cookieName, openSession, rotateSession } from './access/session.ts'
export { explain } from './access/explain.ts'
export type { Holder, Verdict } from './access/explain.ts'
export { rightOf } from './access/rights.ts'
export { sendResetLink } from './access/reset-link.ts'
export { buildManifest } from './plugin/manifest-routes.ts'
export { satisfies } from './access/permission.ts'
export { signingKeys } from './config.ts'
export { sign, verify } from './access/sign.ts'
export { newToken, tokenHash } from './access/token.ts'
export { record } from './audit/audit.ts'
export { sendMail, tryMail } from './mail/mail.ts'
export type { TestOutcome } from './mail/mail.ts'
export { dropFile, NO_FILE_PERMISSION, storeFile } from './file/files.ts'
export { signedPath } from './file/signed.ts'
export { formatMoney, multiply, parseMoney, split } from './money.ts'
export { cleanRich, richToHtml } from './text/rich.ts'
export { videoEmbed } from './text/video.ts'
export { slugFrom } from './text/slug.ts'
export { projectRoot } from './root.ts'
export type { BatchResult, Locale, Page, Row, ShopConfig, SiteSettings } from './wire.ts'
