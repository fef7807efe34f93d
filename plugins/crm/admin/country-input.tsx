export { CountrySelect as default } from '#admin'
