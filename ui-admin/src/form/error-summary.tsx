import { Callout } from '@blueprintjs/core'
import type { Ref } from 'react'
import { useT } from '../i18n/index.ts'
import { fieldId } from '../widgets/field-input.tsx'
import type { Errors } from '../widgets/values.ts'
import { focusField } from './focus-field.ts'

/** Error summary with links to the invalid fields. */
export function ErrorSummary({
  errors,
  lines,
  getLabel,
  reveal,
  ref,
}: {
  errors: Errors
  lines: string[]
  getLabel: (path: string) => string
  /** Opens the form tab that contains a field. */
  reveal?: (path: string) => void
  ref: Ref<HTMLDivElement>
}) {
  const { t } = useT()
  const paths = Object.keys(errors)
  return (
    <div ref={ref} tabIndex={-1} className="error-summary" role="alert">
      {(paths.length > 0 || lines.length > 0) && (
        <Callout intent="danger" icon={false} className="gap-below">
          {paths.length > 0 && <strong>{t('form.errors', { count: paths.length })}</strong>}
          <ul>
            {paths.map((path) => (
              <li key={path}>
                <a
                  href={`#${fieldId(path)}`}
                  onClick={(event) => {
                    event.preventDefault()
                    reveal?.(path)
                    focusField(path)
                  }}
                >
                  {getLabel(path)}
                </a>
                : {errors[path]?.join(' ')}
              </li>
            ))}
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}
