import { useT } from '../../i18n/index.ts'
import { fileUrl } from '../base/files.ts'
import { Upload } from '../base/upload.tsx'
import type { InputProps } from '../types.ts'

/** Image input with preview after the upload. */
export function Input(props: InputProps) {
  const { t } = useT()
  return (
    <Upload
      {...props}
      type="image"
      accept="image/png,image/jpeg,image/gif,image/svg+xml"
      preview={(path) => <img className="upload-preview" src={fileUrl(path)} alt={t('widget.imageOf', { field: props.field.label })} />}
    />
  )
}
