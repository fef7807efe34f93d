/** The public API of the kernel: all that plugins may import. */
export { f } from './fields/f.ts'
export type { ParsedFields, FieldsDraft, Field, Fields, FieldsInput, ChildRowInput, FieldsRow, StoredFieldsRow } from './fields/types.ts'
export { column, jsonColumn } from './fields/internal.ts'
export { validator } from './fields/rules.ts'
export { replaceFilterReferences } from './resource/filter-references.ts'
export { defineRecord, defineResource, extendResource, type ListColumn, type Scope, type SheetWarning } from './resource/define.ts'
export type { Action, ColumnValues, Declared, Transition, ResourceDef, States } from './resource/define.ts'
export type {
  DraftInput,
  RawInput,
  Hooks,
  TransitionContext,
  NamedTransition,
  DeleteContext,
  SavedRecord,
  ValidatedInput,
} from './resource/hooks.ts'
export { visibleSubjectScope, ownRowsScope, refersToVisibleSql } from './resource/scope.ts'
export { extensionSql } from './resource/read.ts'
export { selectPublicFields } from './resource/public-fields.ts'
export { checkInput } from './resource/input.ts'
export { historySql, type CompletedTransition, recordHistory } from './resource/transition.ts'
export { defineSettings, type SettingsChange, type SettingsValues } from './setting/define.ts'
export { readBaseCurrency } from './setting/base-currency.ts'
export { basic } from './setting/basic.ts'
export {
  definePlugin,
  type MenuEntry,
  type Plugin,
  type Screen,
  type Section,
  type Seed,
  type Slot,
  type SetupTask,
} from './plugin/define.ts'
export { scheduleJob, handleJob, type Job } from './events/job.ts'
export { defineJob, type JobDefinition, type JobPayload } from './events/job-definition.ts'
export { callListener } from './events/event-delivery.ts'
export { contribute, type Contribution, contributeAll, extensionPoint, type ExtensionPoint } from './plugin/contributions.ts'
export { type CliCommand, type CliPart, COMMANDS, PAGE_SOURCES, type PageSources, PROOFS } from './kernel/extension-points.ts'
export { provide, token, type Token } from './services.ts'
export { type Actor, hasPermission, type Ctx, type Kernel, systemCtx } from './context.ts'
export { empty, id, join, likeText, literal, raw, sql, type Sql } from './db/sql.ts'
export type { Db } from './db/pool.ts'
export { prepareKernelStatement } from './kernel/kernel-statement.ts'
export { type PreparedStatement, prepareStatement } from './db/prepared-statement.ts'
export type { Tx } from './db/transaction.ts'
export { inverseRelation, type Loaded, relation } from './model/graph.ts'
export { matchesAnyLanguageSql, localizedSql } from './db/localized.ts'
export { withTimeout } from './http/with-timeout.ts'
export {
  defineError,
  type ErrorKind,
  errorKinds,
  AppError,
  ignoreNotFound,
  validationError,
  renameFields,
  message,
  type Message,
} from './http/errors.ts'
export { FORBIDDEN, INVALID, NOT_FOUND, STALE, TOO_MANY, UNAUTHENTICATED, WRONG_CREDENTIALS, WRONG_STATE } from './http/errors.ts'
export { outgoing, type Outgoing, type OutgoingCall, OutgoingError, getErrorCode, findAddressProblem } from './http/outgoing.ts'
export { requestLanguage } from './http/language.ts'
export { redirectRoute } from './http/redirect-route.ts'
export { type Call, route, type Route, type Routes } from './http/route.ts'
export { Right, Session, type SignInStep } from './access/api-types.ts'
export { MenuItem, MenuLink } from './plugin/manifest-types.ts'
export { media, type Media, type Shape, t } from './http/shapes.ts'
export { filterByShape } from './http/filter-by-shape.ts'
export { sendWebManifest } from './http/web-manifest.ts'
export { idempotent, KEY_REUSED } from './http/idempotent.ts'
export { toLocale, isLocale, languages, locales, pickTranslation } from './i18n/locale.ts'
export { fieldLabel, statusLabel, translateMessages } from './i18n/labels.ts'
export { countGuess, rateLimit, resetLimit, withdrawGuess } from './access/rate-limit.ts'
export { type OpenLimit, openLimits, type OpenLimits } from './access/open-limits.ts'
export { lockKeys } from './db/lock-keys.ts'
export { getNetwork } from './access/network.ts'
export { createStaffCtx } from './access/staff-ctx.ts'
export { findStaffWith, preferNonOwners } from './access/staff-with-permission.ts'
export { checkPassword, hashPassword } from './access/password.ts'
export { assertPowers } from './access/role-permissions.ts'
export {
  closeSession,
  closeSessions,
  sessionsEndedSql,
  getSessionCookieName,
  getCookieName,
  readCredential,
  openSession,
  proveSession,
  rotateSession,
  findSessions,
  findSessionSubject,
  setCookie,
} from './access/session.ts'
export { countAttempt } from './access/attempts.ts'
export { account, role } from './access/resources.ts'
export { requirePassword } from './access/routes.ts'
export { SIGN_IN_STEPS, signIn } from './access/sign-in.ts'
export { describeRight } from './access/rights.ts'
export { sendResetLink } from './access/reset-link.ts'
export { buildManifest } from './plugin/manifest-routes.ts'
export { expandPermissions } from './access/expand-permissions.ts'
export { satisfies } from './access/permission.ts'
export { signingKeys } from './config.ts'
export { isSealed, seal, SEALED, unseal } from './access/seal.ts'
export { sign, verify } from './access/sign.ts'
export { createToken, hashToken } from './access/token.ts'
export { unsealSecrets, sealSecrets } from './mail/secret-parts.ts'
export { auditLines, eraseAuditChanges, recordAudit } from './audit/audit.ts'
export { deliverEmail, saveEmail, type Email, sendEmail } from './mail/email.ts'
export {
  getConfiguredTransport,
  MAIL_TRANSPORTS,
  type MailConnection,
  MailDeliveryError,
  type MailTransport,
  type OutgoingMail,
  getSender,
} from './mail/transport.ts'
export { type ThreadJob, ThreadPool, ThreadsBusy } from './thread/pool.ts'
export { sendUnrequestedEmail } from './mail/unrequested-email.ts'
export { dropFiles } from './file/claims.ts'
export { dropFile, NO_FILE_PERMISSION, findPictures, storeFile, uploadsToMove } from './file/files.ts'
export { FILE_STORES, type FileStore, getFileStore, hasFile, readStoredFile } from './file/store.ts'
export { storeFixture } from './file/fixture.ts'
export { uploadLimit } from './file/file-type.ts'
export { signedPath } from './file/signed.ts'
export {
  currencyDecimals,
  divide,
  figureText,
  formatMoney,
  findIndexBeyond,
  isPayable,
  MOST_AMOUNT,
  moneyText,
  multiply,
  parseMoney,
  calculatePercentage,
  roundAmount,
  roundParts,
  smallestAmount,
  splitByWeight,
  splitAmount,
  groupThousands,
  dropDecimals,
} from './money.ts'
export {
  addDays,
  addMonths,
  comparedPeriod,
  countDays,
  endOfMonth,
  getWeekday,
  listDates,
  maxDate,
  minDate,
  type Period,
  type PeriodName,
  periodNames,
  resolvePeriod,
  startOfMonth,
  startOfWeek,
  getDateIn,
} from './calendar-date.ts'
export { groupBy } from './group-by.ts'
export { findAmountProblem, assertPayable } from './resource/whole-amounts.ts'
export { nearest } from './text/edit-distance.ts'
export { qrCode } from './text/qr.ts'
export { cleanRich, richToHtml } from './text/rich.ts'
export { listRichImages } from './text/rich-images.ts'
export { videoEmbed } from './text/video.ts'
export { slugFrom } from './text/slug.ts'
export { trimTrailing } from './text/trim-trailing.ts'
export { isTimeZone } from './text/time-zone.ts'
export { decodeUtf8 } from './text/decode-utf8.ts'
export { projectRoot } from './root.ts'
export { CONTRACT } from './plugin/contract.ts'
export type { BatchResult, HeldFile, Locale, Localized, Page, Row, ShownField, SiteSettings } from './api-types.ts'
