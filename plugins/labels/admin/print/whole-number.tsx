import { InputGroup } from '@blueprintjs/core'
import { useState } from 'react'

interface Props {
  id: string
  className?: string
  value: number
  max: number
  change: (value: number) => void
}

/** A whole number from 1. What is typed stays as it is until the field is left; only what is a number is passed on. */
export function WholeNumber({ value, max, change, ...more }: Props) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    const number = Math.trunc(Number(text))
    if (number >= 1) change(Math.min(max, number))
  }
  return (
    <InputGroup
      {...more}
      type="number"
      min={1}
      max={max}
      value={typed ?? String(value)}
      onValueChange={type}
      onBlur={() => setTyped(undefined)}
    />
  )
}
