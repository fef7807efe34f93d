import type { Ctx } from 'stoa'
import type { RunKind } from './kinds.ts'
import { getAccount } from './stored.ts'

/** Column values of a new job: type, input, creator and language. */
export const newRun = <I>(ctx: Ctx, { name }: Pick<RunKind<I>, 'name'>, input: I) => ({
  kind: name,
  input,
  account_id: getAccount(ctx),
  language: ctx.language,
  speech: ctx.interfaceLanguage ?? ctx.language,
})
