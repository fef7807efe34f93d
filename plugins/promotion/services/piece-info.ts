import type { Ctx, Fields } from 'stoa'
import type { RuleInputField, PieceInfo, PiecesView } from '../api-types.ts'
import { ACTIONS, type ConditionPiece, CONDITIONS } from './extension-points.ts'

type PieceFields = Pick<ConditionPiece, 'title' | 'value' | 'of' | 'options' | 'labels'>

/** Form inputs for field types without a column of their own. */
const widgets: Readonly<Record<string, string>> = { ids: 'many', tags: 'picks' }

async function findField(ctx: Ctx, piece: PieceFields, name: string, field: Fields[string]): Promise<RuleInputField> {
  const { kind, type, required, default: start, min, max } = field['x-field']
  const to = piece.of?.[name]
  const options = await piece.options?.[name]?.(ctx)
  return {
    name,
    label: ctx.kernel.i18n.t(ctx.interfaceLanguage ?? ctx.language, piece.labels?.[name] ?? `promotion:field.${name}`),
    widget: kind === 'int' && to ? 'one' : (widgets[kind] ?? type.widget),
    required: required && kind !== 'ids' ? true : field['x-field'].minItems === 1,
    ...(start === undefined || Array.isArray(start) ? {} : { default: start }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(to ? { to } : {}),
    ...(options ? { options } : {}),
  }
}

const findInfo = (ctx: Ctx, pieces: ReadonlyMap<string, PieceFields>): Promise<PieceInfo[]> =>
  Promise.all(
    [...pieces].map(async ([type, piece]) => ({
      type,
      title: ctx.kernel.i18n.t(ctx.interfaceLanguage ?? ctx.language, piece.title),
      fields: await Promise.all(Object.entries(piece.value).map(([name, field]) => findField(ctx, piece, name, field))),
    })),
  )

/** The condition and action types with their fields, in the language of the actor. */
export async function piecesView(ctx: Ctx): Promise<PiecesView> {
  const [conditions, actions] = await Promise.all([
    findInfo(ctx, ctx.kernel.contributions(CONDITIONS)),
    findInfo(ctx, ctx.kernel.contributions(ACTIONS)),
  ])
  return { conditions, actions }
}
