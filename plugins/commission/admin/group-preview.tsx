import { Card } from '@blueprintjs/core'
import type { Row } from 'stoa/api-types'
import { useFormField, useSession } from 'stoa/admin'
import { isTierMethod, methods } from '../domain/types.ts'
import { parseTiers, type TierInput, toRule } from './group-rule.ts'
import { useMessages } from './messages.ts'
import { TierPreview } from './tier-preview.tsx'
import { WhatIf } from './what-if.tsx'

/** Below the form of a commission group: the curve of its tiers, and what the rule would have paid. It follows the form as people type. */
export default function GroupPreview({ row }: { row?: Row }) {
  const say = useMessages()
  const { currency } = useSession().manifest.site
  const { value: methodText } = useFormField<string | undefined>('method')
  const { value: fixedPercent } = useFormField<string | null | undefined>('fixed_percent')
  const { value: rows } = useFormField<TierInput[] | null | undefined>('tiers')
  const method = methods.find((name) => name === methodText) ?? 'fixed_percent'
  const isTiered = isTierMethod(method)
  if (!isTiered && !row) return null
  return (
    <Card>
      <h2 className="card-title">{say('preview')}</h2>
      {isTiered && <TierPreview method={method} tiers={parseTiers(rows ?? []) ?? []} currency={currency} />}
      {row && <WhatIf id={Number(row.id)} rule={toRule(method, fixedPercent, rows ?? [])} />}
    </Card>
  )
}
