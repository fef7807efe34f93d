import { lazy, Suspense } from 'react'
import type { InputProps } from '../types.ts'

const Matrix = lazy(() => import('./matrix.tsx'))

/** Permissions of a role. */
export function Input(props: InputProps) {
  return (
    <Suspense fallback={null}>
      <Matrix {...props} />
    </Suspense>
  )
}
