#include "text/counting/tokens.hpp"

namespace thalweg {

size_t Tokenizer::decode(std::string_view text, size_t position) {
  unsigned wanted = Character::letter;
  if (settings_.digits) wanted |= Character::digit;
  code_points_.clear();
  found_ = 0;
  while (position < text.size()) {
    size_t next = position;
    const char32_t c = next_code_point(text, next);
    const unsigned properties = c == no_character ? 0 : unicode_[c].properties;
    const bool in_token = (properties & wanted) || (settings_.digits && c == U'_');
    if (!in_token) return code_points_.empty() ? next : position;
    found_ |= properties;
    code_points_.push_back(c);
    position = next;
  }
  return position;
}

char* Tokenizer::write_unicode(char* out) {
  const bool composed = !(found_ & Character::checked) &&
                        (!(found_ & Character::ordered) || marks_are_in_order(code_points_));
  if (settings_.compose && !composed) thalweg::compose(code_points_);
  if (settings_.lowercase) lower_case(code_points_);
  if (settings_.fold_accents) thalweg::fold_accents(code_points_);
  for (const char32_t c : code_points_) out = append_code_point(c, out);
  return out;
}

}  // namespace thalweg
