export { default } from 'stoa/testing/config'
