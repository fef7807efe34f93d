import type { ComponentProps } from 'react'
import { BlockableButton } from 'stoa/admin'

/** A large button for a thumb. */
export const PhoneButton = (props: ComponentProps<typeof BlockableButton>) => (
  <BlockableButton size="large" className="phone-button" {...props} />
)
