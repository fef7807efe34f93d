import type { Ctx, Kernel } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import { type PreparedStatement, prepareStatement } from '../db/prepared-statement.ts'

/** Like `prepareStatement`, for a text that also depends on the installed plugins: it is built once per kernel. */
export function prepareKernelStatement<P extends unknown[]>(
  name: string,
  build: (kernel: Kernel, ctx: Pick<Ctx, 'language' | 'mainLanguage'>, ...parameters: P) => Sql,
): (ctx: Ctx, ...parameters: P) => PreparedStatement {
  const statements = new WeakMap<Kernel, ReturnType<typeof prepareStatement<P>>>()
  return (ctx, ...parameters) => {
    const { kernel } = ctx
    let made = statements.get(kernel)
    if (!made) statements.set(kernel, (made = prepareStatement<P>(name, (languageCtx, ...p) => build(kernel, languageCtx, ...p))))
    return made(ctx, ...parameters)
  }
}
