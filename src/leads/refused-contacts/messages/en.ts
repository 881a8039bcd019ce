export default {
  contactRefused: 'This contact cannot be registered. The company may be registered with another contact.',
}
