import { useEffect, useRef, useState } from 'react'

export interface CountInputProps {
  label: string
  counted: number | null
  save: (text: string) => void
}

/** Quantity input of one line. Counts by others appear at once, unless this input is being edited. */
export function CountInput({ label, counted, save }: CountInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(String(counted ?? ''))
  useEffect(() => {
    if (document.activeElement !== field.current) setText(String(counted ?? ''))
  }, [counted])
  return (
    <input
      ref={field}
      className="bp6-input num count-input"
      inputMode="numeric"
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => save(text)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
