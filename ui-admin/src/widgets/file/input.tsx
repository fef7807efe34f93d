import { Upload } from '../base/upload.tsx'
import type { InputProps } from '../types.ts'

/** File input. */
export function Input(props: InputProps) {
  return <Upload {...props} type="file" preview={() => null} />
}
