import type { ReactNode } from 'react'
import { useShop } from './shop.tsx'

/** The two fields of a person's name side by side, in the order in which the page's language says names. */
export const NamePair = ({ given, family }: { given: ReactNode; family: ReactNode }) => {
  const familyFirst = useShop().language.startsWith('zh')
  return (
    <div className="field-pair">
      {familyFirst && family}
      {given}
      {!familyFirst && family}
    </div>
  )
}
