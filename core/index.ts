/** The public surface of the kernel: all that plugins may import. */
export { f } from './fields/f.ts'
export type { AnswerOf, DraftOf, Field, Fields, InputOf, LineOf, RowOf, StoredOf } from './fields/types.ts'
export { column, jsonColumn } from './fields/internal.ts'
export { validator } from './fields/rules.ts'
export { replaceFilterReferences } from './resource/filter-references.ts'
export { defineRecord, defineResource, extendResource, type ListColumn, type Scope, type SheetWarning } from './resource/define.ts'
export type { Action, ColumnValues, Declared, Move, ResourceDef, States } from './resource/define.ts'
export type { Draft, Given, Hooks, Moving, NamedMove, Removing, Saved, Write } from './resource/hooks.ts'
export { notesOfSeen, ownRows, tellsOfSeen } from './resource/scope.ts'
export { extensionSql } from './resource/read.ts'
export { shownFields } from './resource/shown-fields.ts'
export { checkInput } from './resource/input.ts'
export { historySql, type MadeMove, tellHistory } from './resource/state.ts'
export { defineSettings, type SettingsChange, type ValuesOf } from './setting/define.ts'
export { readBaseCurrency } from './setting/base-currency.ts'
export { basic } from './setting/basic.ts'
export { definePlugin, type Menu, type Plugin, type Screen, type Section, type Seed, type Slot, type Task } from './plugin/define.ts'
export { clock, job, type Job } from './events/job.ts'
export { defineJob, type Queueable, type Told } from './events/queueable.ts'
export { hear } from './events/turns.ts'
export { offer, type Offer, offerAll, point, type Point } from './plugin/offers.ts'
export { type CliCommand, type CliPart, COMMANDS, PAGE_SOURCES, type PageSources, PROOFS } from './kernel/points.ts'
export { provide, token, type Token } from './services.ts'
export { type Actor, allows, type Ctx, type Kernel, systemCtx } from './context.ts'
export { empty, id, join, likeText, literal, raw, sql, type Sql } from './db/sql.ts'
export type { Db } from './db/pool.ts'
export { kernelStatement } from './kernel/kernel-statement.ts'
export { type Prepared, statement } from './db/statement.ts'
export type { Tx } from './db/work.ts'
export { back, type Loaded, step } from './model/graph.ts'
export { anyLike, pick } from './db/localized.ts'
export { answerWithin } from './http/answer-within.ts'
export { defineError, type ErrorKind, errorKinds, Failed, ignoreNotFound, invalid, renameFields, text, type Text } from './http/errors.ts'
export { FORBIDDEN, INVALID, NOT_FOUND, STALE, TOO_MANY, UNAUTHENTICATED, WRONG_CREDENTIALS, WRONG_STATE } from './http/errors.ts'
export { outgoing, type Outgoing, type OutgoingCall, OutgoingError, plainCode, wrongAddress } from './http/outgoing.ts'
export { requestLanguage } from './http/language.ts'
export { redirectRoute } from './http/redirect-route.ts'
export { type Call, route, type Route, type Routes } from './http/route.ts'
export { Right, Session, type SignInStep } from './access/wire.ts'
export { MenuItem, MenuLink } from './plugin/manifest-wire.ts'
export { media, type Media, type Shape, t } from './http/shapes.ts'
export { shaped } from './http/shaped.ts'
export { idempotent, KEY_REUSED } from './http/idempotent.ts'
export { asLocale, isLocale, languages, locales, textIn } from './i18n/locale.ts'
export { fieldLabel, statusLabel, translate } from './i18n/labels.ts'
export { rateLimit, resetLimit } from './access/limit.ts'
export { type OpenLimit, openLimits, type OpenLimits } from './access/limit-open.ts'
export { lockKeys } from './db/lock-keys.ts'
export { sourceOf } from './access/source.ts'
export { staffCtx } from './access/actor.ts'
export { checkPassword, hashPassword } from './access/password.ts'
export { requirePowersOf } from './access/powers.ts'
export {
  closeSession,
  closeSessionsOf,
  sessionsEndedSql,
  cookieName,
  cookieOf,
  credential,
  openSession,
  proveSession,
  rotateSession,
  sessionsOf,
  sessionSubject,
  setCookie,
} from './access/session.ts'
export { countTry } from './access/tries.ts'
export { account, role } from './access/resources.ts'
export { requirePassword } from './access/routes.ts'
export { SIGN_IN_STEPS, signIn } from './access/sign-in.ts'
export { rightOf } from './access/rights.ts'
export { sendResetLink } from './access/reset-link.ts'
export { buildManifest } from './plugin/manifest-routes.ts'
export { heldPermissions } from './access/held.ts'
export { satisfies } from './access/permission.ts'
export { signingKeys } from './config.ts'
export { isSealed, seal, SEALED, unseal } from './access/seal.ts'
export { sign, verify } from './access/sign.ts'
export { newToken, tokenHash } from './access/token.ts'
export { unveiled, veiled } from './mail/hidden.ts'
export { auditLines, forgetSaid, record } from './audit/audit.ts'
export { deliver, keepMail, type Letter, sendMail } from './mail/mail.ts'
export {
  configuredTransport,
  MAIL_TRANSPORTS,
  type MailConnection,
  MailDeliveryError,
  type MailTransport,
  type OutgoingMail,
  senderOf,
} from './mail/transport.ts'
export { type ThreadJob, ThreadPool, ThreadsBusy } from './thread/pool.ts'
export { sendUnrequestedMail } from './mail/unrequested.ts'
export { dropFiles } from './file/claims.ts'
export { dropFile, NO_FILE_PERMISSION, picturesNamed, storeFile, uploadsToMove } from './file/files.ts'
export { FILE_STORES, type FileStore, fileStore, hasFile, readFileOf } from './file/store.ts'
export { storeFixture } from './file/fixture.ts'
export { uploadLimit } from './file/sniff.ts'
export { signedPath } from './file/signed.ts'
export {
  currencyDecimals,
  figureText,
  formatMoney,
  indexBeyond,
  isPayable,
  MOST_AMOUNT,
  moneyText,
  multiply,
  parseMoney,
  percentageOf,
  roundAmount,
  roundParts,
  smallestAmount,
  split,
  splitAmount,
  thousandsApart,
  withoutDecimals,
} from './money.ts'
export { amountProblem, assertPayable } from './resource/whole-amounts.ts'
export { nearest } from './text/nearest.ts'
export { qrCode } from './text/qr.ts'
export { cleanRich, richToHtml } from './text/rich.ts'
export { imagePathsInRich } from './text/rich-images.ts'
export { videoEmbed } from './text/video.ts'
export { slugFrom } from './text/slug.ts'
export { trimTrailing } from './text/trim-trailing.ts'
export { projectRoot } from './root.ts'
export { CONTRACT } from './plugin/contract.ts'
export type { BatchResult, HeldFile, Locale, Localized, Page, Row, ShownField, SiteSettings } from './wire.ts'
