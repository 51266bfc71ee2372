// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/verification/form.hpp>

namespace rigor::verification {
namespace {

void shift(Form& p, long exponent) {
  const auto bits = static_cast<mp_bitcnt_t>(p.exponent - exponent);
  if (bits == 0) return;
  for (Integer& c : p.c) mpz_mul_2exp(c.get_mpz_t(), c.get_mpz_t(), bits);
  mpz_mul_2exp(p.radius.get_mpz_t(), p.radius.get_mpz_t(), bits);
  p.exponent = exponent;
}

bool is_zero(const Form& p) {
  return p.is_exact() &&
         std::all_of(p.c.begin(), p.c.end(), [](const Integer& c) { return c == 0; });
}

/// Whether coefficients can be compared one by one.
bool comparable(const Form& p, const Form& q) {
  return p.exponent == q.exponent && p.degree() == q.degree();
}

/// A sum or a difference, coefficient by coefficient; radii add up either way.
template <typename Join>
Form joined(Form p, const Form& q, const Join& join) {
  if (!comparable(p, q)) {
    std::array<Form, 2> both = {std::move(p), q};
    align(both);
    return joined(std::move(both[0]), both[1], join);
  }
  for (std::size_t i = 0; i < p.c.size(); ++i) join(p.c[i], q.c[i]);
  p.radius += q.radius;
  return p;
}

/// At least the largest |p(u)|: that is at most the largest Bernstein coefficient |c_i| / C(n, i),
/// and |c_i| < 2^bits. The binomials are wrong by less than a factor of 2 in doubles (n < 1000).
Integer magnitude(const Form& p) {
  const auto n = static_cast<double>(p.degree());
  double binomial = 1.0;
  long most = 0;
  for (std::size_t i = 0; i < p.c.size(); ++i) {
    const auto bits = static_cast<long>(mpz_sizeinbase(p.c[i].get_mpz_t(), 2));
    most = std::max(most, bits - std::ilogb(binomial) + 1);
    binomial *= (n - static_cast<double>(i)) / static_cast<double>(i + 1);
  }
  Integer result = 1;
  mpz_mul_2exp(result.get_mpz_t(), result.get_mpz_t(), static_cast<mp_bitcnt_t>(most));
  return result;
}

/// |pq - p'q'| <= |p| r_q + |q| r_p + r_p r_q.
Integer radius_of_product(const Form& p, const Form& q) {
  if (p.is_exact() && q.is_exact()) return 0;
  return magnitude(p) * q.radius + magnitude(q) * p.radius + p.radius * q.radius;
}

}  // namespace

Form::Form(const Dyadic& x, const Dyadic& y) {
  std::array<Form, 2> ends = {Form(x), Form(y)};
  align(ends);
  c = {ends[0].c[0], ends[1].c[0]};
  exponent = ends[0].exponent;
}

Form operator+(Form p, const Form& q) {
  return joined(std::move(p), q, [](Integer& x, const Integer& y) { x += y; });
}

Form operator-(Form p) {
  for (Integer& c : p.c) mpz_neg(c.get_mpz_t(), c.get_mpz_t());
  return p;
}

Form operator-(Form p, const Form& q) {
  return joined(std::move(p), q, [](Integer& x, const Integer& y) { x -= y; });
}

Form operator*(const Form& p, const Form& q) {
  Form product(std::vector<Integer>(p.degree() + q.degree() + 1), p.exponent + q.exponent);
  for (std::size_t i = 0; i < p.c.size(); ++i) {
    if (p.c[i] == 0) continue;
    for (std::size_t j = 0; j < q.c.size(); ++j) {
      mpz_addmul(product.c[i + j].get_mpz_t(), p.c[i].get_mpz_t(), q.c[j].get_mpz_t());
    }
  }
  product.radius = radius_of_product(p, q);
  return product;
}

Form operator*(const Dyadic& x, Form p) {
  for (Integer& c : p.c) c *= x.mantissa;
  p.radius *= abs(x.mantissa);
  p.exponent += x.exponent;
  return p;
}

Form squared(const Form& p) {
  Form square(std::vector<Integer>(2 * p.degree() + 1), 2 * p.exponent);
  for (std::size_t i = 0; i < p.c.size(); ++i) {
    for (std::size_t j = i + 1; j < p.c.size(); ++j) {
      mpz_addmul(square.c[i + j].get_mpz_t(), p.c[i].get_mpz_t(), p.c[j].get_mpz_t());
    }
  }
  for (Integer& c : square.c) mpz_mul_2exp(c.get_mpz_t(), c.get_mpz_t(), 1);
  for (std::size_t i = 0; i < p.c.size(); ++i) {
    mpz_addmul(square.c[2 * i].get_mpz_t(), p.c[i].get_mpz_t(), p.c[i].get_mpz_t());
  }
  square.radius = radius_of_product(p, p);
  return square;
}

Form elevated(Form p, std::size_t degree) {
  while (p.degree() < degree) {  // times u + (1 - u)
    p.c.push_back(p.c.back());
    for (std::size_t i = p.c.size() - 2; i > 0; --i) p.c[i] += p.c[i - 1];
  }
  return p;
}

void align(std::span<Form> forms) {
  std::size_t degree = 0;
  long exponent = 0;
  bool first = true;
  for (const Form& p : forms) {
    degree = std::max(degree, p.degree());
    if (is_zero(p)) continue;
    exponent = first ? p.exponent : std::min(exponent, p.exponent);
    first = false;
  }
  for (Form& p : forms) {
    if (is_zero(p)) p.exponent = exponent;
    shift(p, exponent);
    p = elevated(std::move(p), degree);
  }
}

Form left_half(const Form& p) {
  // With u = u'/2 and 1-u = v' + u'/2, times 2^n: u -> u', (1-u) -> 2 v' + u'.
  const std::size_t n = p.degree();
  Form half(std::vector<Integer>(p.c.rbegin(), p.c.rend()), p.exponent - static_cast<long>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = n; j-- > i;) half.c[j] += half.c[j + 1];
  }
  for (std::size_t k = 1; k <= n; ++k) {
    mpz_mul_2exp(half.c[k].get_mpz_t(), half.c[k].get_mpz_t(), k);
  }
  mpz_mul_2exp(half.radius.get_mpz_t(), p.radius.get_mpz_t(), n);
  std::reverse(half.c.begin(), half.c.end());
  return half;
}

Form right_half(const Form& p) {
  Form mirrored = p;
  std::reverse(mirrored.c.begin(), mirrored.c.end());
  mirrored = left_half(mirrored);
  std::reverse(mirrored.c.begin(), mirrored.c.end());
  return mirrored;
}

Form shortened(Form p) {
  if (p.is_exact()) return p;
  std::size_t most = 0;
  for (const Integer& c : p.c) most = std::max(most, mpz_sizeinbase(c.get_mpz_t(), 2));
  const long extra = static_cast<long>(most) - kWorkingBits;
  if (extra <= 0) return p;
  const auto bits = static_cast<mp_bitcnt_t>(extra);
  for (Integer& c : p.c) mpz_fdiv_q_2exp(c.get_mpz_t(), c.get_mpz_t(), bits);
  // Each c_i is off by less than 1, and Σ u^i (1-u)^(n-i) <= 1.
  mpz_cdiv_q_2exp(p.radius.get_mpz_t(), p.radius.get_mpz_t(), bits);
  p.radius += 1;
  p.exponent += extra;
  return p;
}

Form lower_bound(Form p) {
  if (p.is_exact()) return p;
  const Form radius(Dyadic(p.radius, p.exponent));
  p.radius = 0;
  return p - radius;
}

Form upper_bound(Form p) { return -lower_bound(-std::move(p)); }

Dyadic at_start(const Form& p) { return {p.c.front(), p.exponent}; }

Dyadic at_end(const Form& p) { return {p.c.back(), p.exponent}; }

Sign positivity(const Form& p) {
  struct Part {
    Form form;
    int depth;
  };
  std::vector<Part> open = {{lower_bound(p), 0}};
  const Sign refuted = p.is_exact() ? Sign::Refuted : Sign::Undecided;
  for (int parts = 0; !open.empty(); ++parts) {
    const Part part = std::move(open.back());
    open.pop_back();
    const auto positive = [](const Integer& c) { return c > 0; };
    if (!positive(part.form.c.front()) || !positive(part.form.c.back())) return refuted;
    if (std::all_of(part.form.c.begin(), part.form.c.end(), positive)) continue;
    if (part.depth == kMaxDepth || parts == kMaxParts) return Sign::Undecided;
    open.push_back({right_half(part.form), part.depth + 1});
    open.push_back({left_half(part.form), part.depth + 1});
  }
  return Sign::Positive;
}

}  // namespace rigor::verification
