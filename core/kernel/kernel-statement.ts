import type { Ctx, Kernel } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import { type Prepared, statement } from '../db/statement.ts'

/** A `statement` whose text also depends on the installed plugins: it is put together once per kernel. */
export function kernelStatement<P extends unknown[]>(
  name: string,
  build: (kernel: Kernel, ctx: Pick<Ctx, 'language' | 'main'>, ...parameters: P) => Sql,
): (ctx: Ctx, ...parameters: P) => Prepared {
  const known = new WeakMap<Kernel, ReturnType<typeof statement<P>>>()
  return (ctx, ...parameters) => {
    const { kernel } = ctx
    let made = known.get(kernel)
    if (!made) known.set(kernel, (made = statement<P>(name, (spoken, ...p) => build(kernel, spoken, ...p))))
    return made(ctx, ...parameters)
  }
}
