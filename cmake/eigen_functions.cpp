// SPDX-License-Identifier: Apache-2.0
#define RIGOR_MADE template
#include "eigen_functions.hpp"
