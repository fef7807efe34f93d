import { lazy, Suspense } from 'react'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'

const Editor = lazy(() => import('./editor.tsx'))

/** Long text with headings, lists and tables; the editor is fetched when it is first needed. */
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
