import { Button } from '@blueprintjs/core'
import { ArrowLeft, ArrowRight, Trash } from '@blueprintjs/icons'
import { type InputProps, useContentLanguage, withText } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import { type BuiltTab, wordIn } from './model.ts'
import type { BuilderState } from './use-builder.ts'

interface Props extends Pick<InputProps, 'field' | 'path' | 'Field'> {
  builder: BuilderState
  tab: BuiltTab
  disabled: boolean
}

/** Title and position of the current page. */
export function PageHead({ builder, tab, field, path, disabled, Field }: Props) {
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const { tabs, page, setTab, movePage, removePage } = builder
  const titleInfo = field.rows?.find(({ name }) => name === 'title')
  if (!titleInfo) return null
  return (
    <div className="form-builder-page">
      <Field
        field={titleInfo}
        value={wordIn(tab.title, language, language)}
        onChange={(next) => setTab({ ...tab, title: withText(tab.title, language, next) })}
        path={`${path}.${page}.title`}
        placeholder={language === main ? undefined : wordIn(tab.title, main, main)}
        disabled={disabled}
      />
      {!disabled && tabs.length > 1 && (
        <div className="form-builder-buttons">
          <Button
            variant="minimal"
            icon={<ArrowLeft aria-hidden />}
            aria-label={say('pageBefore')}
            disabled={page === 0}
            onClick={() => movePage(page - 1)}
          />
          <Button
            variant="minimal"
            icon={<ArrowRight aria-hidden />}
            aria-label={say('pageAfter')}
            disabled={page === tabs.length - 1}
            onClick={() => movePage(page + 1)}
          />
          <Button variant="minimal" icon={<Trash aria-hidden />} aria-label={say('removePage')} onClick={removePage} />
        </div>
      )}
    </div>
  )
}
