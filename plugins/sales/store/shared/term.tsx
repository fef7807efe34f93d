import type { ReactNode } from 'react'

interface Props {
  label: ReactNode
  className?: string | undefined
  /** Screen readers announce changes of the value. */
  live?: boolean
  children: ReactNode
}

/** An entry of a description list: a label with its value. */
export const Term = ({ label, className, live = false, children }: Props) => (
  <div className={className}>
    <dt>{label}</dt>
    <dd aria-live={live ? 'polite' : undefined}>{children}</dd>
  </div>
)

interface FactsProps {
  facts: readonly (readonly [label: string, value: ReactNode] | false)[]
  /** Further entries. */
  children?: ReactNode
}

/** The main facts of a page as a list. */
export const FactList = ({ facts, children }: FactsProps) => (
  <dl className="facts">
    {facts.map(
      (fact) =>
        fact && (
          <Term key={fact[0]} label={fact[0]}>
            {fact[1]}
          </Term>
        ),
    )}
    {children}
  </dl>
)
