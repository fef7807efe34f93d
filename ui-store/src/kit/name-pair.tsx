import type { ReactNode } from 'react'
import { useShop } from './shop.tsx'

/** The fields for given and family name side by side, in the order of the page's language. */
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
