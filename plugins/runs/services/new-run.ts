import type { Ctx } from 'stoa'
import type { RunKind } from './kinds.ts'
import { getAccount } from './stored.ts'

/** The columns of a new run: what is to be done, and for whom in which language. */
export const newRun = <I>(ctx: Ctx, { name }: Pick<RunKind<I>, 'name'>, input: I) => ({
  kind: name,
  input,
  account_id: getAccount(ctx),
  language: ctx.language,
  speech: ctx.interfaceLanguage ?? ctx.language,
})
