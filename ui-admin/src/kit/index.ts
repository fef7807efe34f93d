/**
 * Public API of the admin for the screens of plugins. They import from here and from no other module of the shell, so that everything else
 * can change.
 */
export { api, ApiError, apiUrl, type CallOptions } from '../api/client.ts'
export { failureLines, fieldErrors } from '../api/failure.ts'
export { useAnswer } from '../api/use-answer.ts'
export { postOnce } from '../api/post-once.ts'
export {
  cloneRow,
  createRow,
  deleteRow,
  deleteRows,
  forget,
  formQuery,
  listQuery,
  optionsQuery,
  rowQuery,
  runAction,
  setFlags,
  updateRow,
  type ListParams,
} from '../api/resource.ts'
export { ActionRunner } from '../action/action-runner.tsx'
export { BlockableButton, type BlockableButtonProps } from '../common/blockable-button.tsx'
export { focusFirstField } from '../common/focus-first-field.ts'
export { CardTable, type CardTableProps } from '../common/card-table.tsx'
export { BatchResultDialog } from '../common/batch-result.tsx'
export { ConfirmDialog, type ConfirmDialogProps } from '../common/confirm.tsx'
export { EntryForm, type EntryField } from '../entry/entry-form.tsx'
export { countryName } from '../common/countries.ts'
export { Empty } from '../common/empty.tsx'
export { LoadError } from '../common/load-error.tsx'
export { compareValues, formatChange, formatValue, type ValueType } from '../common/figures.ts'
export { Sortable, type Grip } from '../common/sortable.tsx'
export { CardBoard } from '../dashboard/card-board.tsx'
export { download, saveBlob } from '../common/download.ts'
export { adminPath, go, Link, redirect } from '../common/link.tsx'
export { useIsEmbedded } from '../common/use-hidden-menu.ts'
export { useDebounced } from '../common/use-debounced.ts'
export { inOneTab, isRefusal, useAgain } from '../common/queue-kit.ts'
export { useInstalled } from '../common/use-installed.ts'
export { FindBox, type FindBoxProps } from '../common/find-box.tsx'
export { DayInWords, Moment } from '../common/moment.tsx'
export { Day, Money } from '../common/money.tsx'
export { amountText } from '../common/amount-text.ts'
export { useEscape, useInPlace } from '../common/use-in-place.ts'
export { figureText, moneyText, groupThousands } from 'stoa/money'
export { PageHeader, useTitle, type Crumb } from '../common/page.tsx'
export { rowPath, rowTitle } from '../common/paths.ts'
export { sizeText } from '../common/size.ts'
export { useShortcuts, type Shortcut } from '../common/shortcuts.ts'
export { Slot } from '../common/slot.tsx'
export { notify, notifyFailure, notifySuccess } from '../common/toasts.tsx'
export { type Say, loadMessages, loadMessages as textsFrom } from '../i18n/load-messages.ts'
export { chooseLanguage, inSentence, t, useT } from '../i18n/index.ts'
export { interfaceLanguages } from '../state/language.ts'
export { readable } from '../widgets/json/shape.ts'
export { NamedIcon } from '../icons/registry.tsx'
export { actionsFor } from '../list/row-menu.tsx'
export type { ListActionProps } from '../list/head-actions.tsx'
export { usePageActions, type PageAction } from '../state/page-actions.ts'
export { keepPreference, usePreference } from '../state/preferences.ts'
export { can, previousPathname, usePlugin, useResource, useSession } from '../state/session.ts'
export { ColumnCell } from '../widgets/cells.tsx'
export { ErrorsContext, FieldInput } from '../widgets/field-input.tsx'
export type { FieldInputProps } from '../widgets/types.ts'
export { Calendar, type CalendarProps } from '../calendar/calendar.tsx'
export { CalendarLegend, type LegendItem } from '../calendar/legend.tsx'
export { formatDayRange } from '../calendar/date-formats.ts'
export { isDay, getVisibleRange, todayIn, type View, views } from '../calendar/days.ts'
export type { CalendarEntry } from '../calendar/layout-entries.ts'
export { useNarrow } from '../calendar/use-narrow.ts'
export { isMissing, useMissing } from '../common/use-missing-record.ts'
export { ShopLink } from '../common/shop-link.tsx'
export { DocumentView } from '../document/document-view.tsx'
export {
  DocumentCard,
  DocumentColumns,
  DocumentFacts,
  DocumentLines,
  DocumentPart,
  DocumentParts,
  DocumentPicture,
  DocumentSums,
  type DocumentLine,
} from '../document/parts.tsx'
export { DocumentFiles, type DocumentFileLink, DocumentLink } from '../document/document-files.tsx'
export type {
  DocumentDialog,
  DocumentDialogProps,
  DocumentPiece,
  DocumentRoad,
  DocumentShown,
  DocumentStep,
  DocumentTools,
} from '../document/types.ts'
export { BoardLine, BoardPictures } from '../board/card-parts.tsx'
export { Board } from '../board/board.tsx'
export { StateBoard, type ListBoardProps, type StateBoardProps } from '../board/state-board.tsx'
export type { BoardAsk, BoardCard, BoardColumn, BoardExtra, BoardPage, BoardProps } from '../board/types.ts'
export { DropZone } from '../file-drop/drop-zone.tsx'
export { FileDrop, type FileDropProps } from '../file-drop/file-drop.tsx'
export { PhonePage, type PhonePageProps } from '../phone/phone-page.tsx'
export { ScanField, type ScanFieldProps } from '../phone/scan-field.tsx'
export { warmReader } from '../phone/detector.ts'
export { useScanner } from '../phone/use-scanner.ts'
export { useWake } from '../phone/use-wake-lock.ts'
export type { TimelineEntry, TimelineSource } from '../timeline/merge.ts'
export { StatusTimeline } from '../timeline/status-timeline.tsx'
export { Timeline, type TimelinePiece, type TimelineProps } from '../timeline/timeline.tsx'
export { Chart, type ChartProps } from '../chart/chart.tsx'
export type { ChartSpec } from '../chart/types.ts'
export { DayRange, type Days } from '../range/day-range.tsx'
export { useDays } from '../range/use-days.ts'
export { PeriodSelect } from '../range/period-select.tsx'
export { RunBar } from '../run/run-bar.tsx'
export { RunProgress, type RunProgressProps, StopRun } from '../run/run-progress.tsx'
export { isMoving as isRunMoving, type RunView } from '../run/use-run.ts'
export { RecordPanel, type RecordPanelProps } from '../form/record-panel.tsx'
export type { Subset } from '../common/subset.ts'
export { FormScreen } from '../form/form-screen.tsx'
export { FilterEditor } from '../list/filter-editor.tsx'
export { ListScreen } from '../list/list-screen.tsx'
export { JsonView } from '../widgets/json/view.tsx'
export { TypedConfirm } from '../common/typed-confirm.tsx'
export { CodeSelect } from '../widgets/base/code-select.tsx'
export { FieldSelect } from '../widgets/base/field-select.tsx'
export { RelationPicker } from '../widgets/base/relation-picker.tsx'
export { StatusTag, statusGroups } from '../widgets/status/status-tag.tsx'
export { problems, startValues, textIn, toWire, withText, type Errors } from '../widgets/values.ts'
export { fieldId } from '../widgets/field-input.tsx'
export { useContentLanguage } from '../widgets/content-language.ts'
export { useFormDirty, useFormField, useFormMode, type FormField } from '../form/use-form-field.ts'
export { registerFlush } from '../widgets/flush.ts'
export { fileUrl } from '../widgets/base/files.ts'
export { uploadFile } from '../widgets/base/upload-file.ts'
export type { InputProps } from '../widgets/types.ts'
