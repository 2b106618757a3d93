// Numbers of the caller that cannot be used: thalweg.errors.InputError in Python.
#pragma once

#include <stdexcept>

namespace thalweg {

class InputError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace thalweg
