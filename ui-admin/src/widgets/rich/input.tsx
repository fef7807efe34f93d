import { lazy, Suspense } from 'react'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'

const Editor = lazy(() => import('./editor.tsx'))

/** Rich text input; the editor is lazy-loaded. */
export function Input(props: InputProps) {
  const { t } = useT()
  return (
    <Suspense
      fallback={
        <div className="rich is-loading quiet" role="status">
          {t('widget.editorLoading')}
        </div>
      }
    >
      <Editor {...props} />
    </Suspense>
  )
}
